/* One card asked five times, by fresh coins and by one coin that is kept; and a simulated class of sixty. */

import { epsilonOf } from "../../client/gamma.js";
import { randomize, systemWord } from "../../client/mechanism.js";
import { chanceInWords, epsilonInWords, message, whole } from "../../client/messages.js";
import { byId, make } from "../../client/page/elements.js";
import { drawTable, reportsFrom } from "../../client/waves.js";
import { madeUpClass } from "./accusation_figures.js";
import { drawCard, says } from "./accusation_rounds.js";

/** Begins this section; `data-asked` is the number of times, `data-people` the number of people. */
export function startWaves(section, agreed) {
  const [asked, people] = [section.dataset.asked, section.dataset.people].map(Number);
  const seed = byId("seed");
  let card = null;
  const majorities = {};

  byId("ask").addEventListener("click", () => {
    const { odds, deck } = agreed();
    const question = { kind: "yes/no", odds, options: 2, items: [{}] };
    card = drawCard(deck);
    const table = drawTable(question, systemWord); // as a phone that keeps its coin has it
    tell("fresh", Array.from({ length: asked }, () => randomize(card, odds, 2, systemWord)));
    tell("kept", Array.from({ length: asked }, () => reportsFrom(table, question, card)[0]));
    byId("five").hidden = byId("turn").hidden = false;
    byId("turned").textContent = "";
    byId("five").focus();
  });
  byId("turn").addEventListener("click", () => {
    byId("turn").hidden = true;
    const judged = (said) => (said === card ? "right" : "wrong");
    const ways = Object.entries(majorities).map(([way, said]) => message(`${way}_${judged(said)}`));
    byId("turned").textContent = [message("turned", { card: says(card) }), ...ways].join(" ");
    byId("turned").focus();
  });
  section.querySelector("[data-again]").addEventListener("click", () => {
    seed.value = (seed.valueAsNumber % seed.max) + 1 || 1;
    showClass();
  });
  seed.addEventListener("input", showClass);

  function tell(way, reports) {
    majorities[way] = Number(2 * reports.filter(Boolean).length > asked);
    byId(`${way}-reports`).replaceChildren(...reports.map((each) =>
      make("li", { className: each ? "guilty" : "" }, says(each))));
    byId(`${way}-majority`).textContent = says(majorities[way]);
  }

  function showClass() {
    if (!seed.validity.valid) return; // one that is being typed
    const drawn = madeUpClass(agreed().odds, seed.valueAsNumber, people, asked);
    for (const [way, given] of Object.entries(drawn)) {
      const words = message("of_class", { count: whole(given.filter(Boolean).length), people: whole(people) });
      byId(`${way}-class`).textContent = words;
      const dots = byId(`${way}-dots`);
      dots.setAttribute("aria-label", words);
      dots.replaceChildren(...given.map((each) => make("span", { className: each ? "yes" : "" })));
    }
  }

  /* The exact figures are the server's: survey/lab/accusation.py. */
  function show() {
    const { odds, chances } = agreed();
    for (const [way, alike] of [["fresh", chances.alike], ["kept", chances.kept]]) {
      byId(`${way}-chance`).textContent = `${inPercent(chances[way])} (${chances[way]})`;
      byId(`${way}-alike`).textContent = inPercent(alike);
      byId(`${way}-epsilon`).textContent = epsilonInWords(epsilonOf(odds) * (way === "fresh" ? asked : 1));
    }
    byId("five").hidden = true;
    showClass();
  }

  return { show };
}

function inPercent(fraction) {
  const [part, all] = fraction.split("/").map(Number);
  return chanceInWords(part / all);
}
