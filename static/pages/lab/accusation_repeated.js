/* One card asked five times, each time by a fresh coin; and a simulated class of sixty. */

import { epsilonOf } from "../../client/gamma.js";
import { randomize, systemWord } from "../../client/mechanism.js";
import { chanceInWords, epsilonInWords, message, whole } from "../../client/messages.js";
import { wholeNumber } from "../../client/numerals.js";
import { byId, make } from "../../client/page/elements.js";
import { madeUpClass } from "./accusation_figures.js";
import { drawCard, says } from "./accusation_rounds.js";

/** Begins this section; `data-asked` is the number of times, `data-people` the number of people. */
export function startRepeated(section, agreed) {
  const [asked, people] = [section.dataset.asked, section.dataset.people].map(Number);
  const seed = byId("seed");
  let card = null;
  let majority = 0;

  byId("ask").addEventListener("click", () => {
    const { odds, deck } = agreed();
    card = drawCard(deck);
    const reports = Array.from({ length: asked }, () => randomize(card, odds, 2, systemWord));
    majority = Number(2 * reports.filter(Boolean).length > asked);
    byId("reports").replaceChildren(...reports.map((each) =>
      make("li", { className: each ? "guilty" : "" }, says(each))));
    byId("majority").textContent = says(majority);
    byId("five").hidden = byId("turn").hidden = false;
    byId("turned").textContent = "";
    byId("five").focus();
  });
  byId("turn").addEventListener("click", () => {
    byId("turn").hidden = true;
    const judged = message(majority === card ? "majority_right" : "majority_wrong");
    byId("turned").textContent = `${message("turned", { card: says(card) })} ${judged}`;
    byId("turned").focus();
  });
  section.querySelector("[data-again]").addEventListener("click", () => {
    seed.value = (wholeNumber(seed.value) % seed.dataset.most) + 1;
    showClass();
  });
  seed.addEventListener("input", showClass);

  function showClass() {
    const chosen = wholeNumber(seed.value);
    if (!(chosen >= 1 && chosen <= seed.dataset.most)) return; // one that is being typed
    const given = madeUpClass(agreed().odds, chosen, people, asked);
    const words = message("of_class", { count: whole(given.filter(Boolean).length), people: whole(people) });
    byId("given-away").textContent = words;
    byId("dots").setAttribute("aria-label", words);
    byId("dots").replaceChildren(...given.map((each) => make("span", { className: each ? "yes" : "" })));
  }

  /* The exact figures are the server's: survey/lab/accusation.py. */
  function show() {
    const { odds, chances } = agreed();
    byId("chance").textContent = `${inPercent(chances.majority)} (${chances.majority})`;
    byId("alike").textContent = inPercent(chances.alike);
    byId("epsilon").textContent = epsilonInWords(epsilonOf(odds) * asked);
    byId("five").hidden = true;
    showClass();
  }

  return { show };
}

function inPercent(fraction) {
  const [part, all] = fraction.split("/").map(Number);
  return chanceInWords(part / all);
}
