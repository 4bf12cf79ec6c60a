/* One round: a card, a report, a judge's bet, and its points. On one phone, or on either of two. */

import { randomize, systemWord, uniformBelow } from "../../client/mechanism.js";
import { message, percent, whole } from "../../client/messages.js";
import { byId, make } from "../../client/page/elements.js";
import { afterReport } from "../../client/posterior.js";
import { pointsOf } from "./accusation_figures.js";

const WALKS = {
  one: ["draw", "card", "prior", "bet", "result"],
  player: ["draw", "card", "report", "result"],
  judge: ["prior", "bet", "result"],
};
const played = []; // rounds with a bet

/** A card of the deck [guilty, all]: 1 is guilty. */
export function drawCard([guilty, all]) {
  return Number(uniformBelow(all, systemWord) < guilty);
}

/** The word of a card or a report. */
export function says(bit) {
  return message(bit ? "guilty" : "innocent");
}

/** Begins the game in this section; the returned `untold` gives the rounds that are not yet in the class's counts. */
export function startRounds(section, agreed) {
  const phones = byId("phones");
  let round = {};
  let step = "";

  section.addEventListener("click", ({ target }) => {
    const { next, told } = target.closest("button")?.dataset ?? {};
    if (next) act(next, told === undefined ? null : Number(told));
  });
  for (const slider of section.querySelectorAll("input[type=range]")) {
    slider.addEventListener("input", () => name(slider));
  }

  /* The action of a step's button; `told` is the card or report that the other phone's player named. */
  function act(button, told) {
    const { odds, deck } = agreed();
    if (button === "draw") round.card = drawCard(deck);
    if (button === "cover") round.report = randomize(round.card, odds, 2, systemWord);
    if (button === "report") Object.assign(round, { prior: byId("prior").valueAsNumber, report: told ?? round.report });
    if (button === "bet") settle(told ?? round.card);
    if (button === "again") return begin(true);
    const walk = WALKS[phones.value];
    turnTo(walk[walk.indexOf(step) + 1], true);
  }

  function settle(card) {
    const { gamma, odds, deck } = agreed();
    const bet = byId("bet").valueAsNumber;
    const exact = 100 * afterReport(odds, round.report === 1, round.prior);
    const points = pointsOf(bet, card);
    Object.assign(round, { card, bet, exact, points, best: pointsOf(exact, card), gamma, deck: deck.join("/") });
    played.push(round);
    enter(round);
  }

  function begin(focus) {
    round = {};
    turnTo(WALKS[phones.value][0], focus);
  }

  /* Shows one step; what is covered is not on the page at all. */
  function turnTo(next, focus) {
    step = next;
    for (const each of section.querySelectorAll("[data-step]")) each.hidden = each.dataset.step !== step;
    for (const each of section.querySelectorAll("[data-phones]")) each.hidden = each.dataset.phones !== phones.value;
    const shown = section.querySelector(`[data-step=${step}]`);
    for (const each of section.querySelectorAll("[data-says]")) {
      each.textContent = shown.contains(each) ? says(round[each.dataset.says]) : "";
    }
    if (step === "prior" || step === "bet") {
      const slider = byId(step);
      slider.value = round.prior ?? 50;
      name(slider);
    }
    byId("settled").textContent = step === "result" ? settled(round) : "";
    if (focus) shown.querySelector("[tabindex]").focus();
  }

  return {
    show: () => begin(false),
    untold: ({ gamma, deck }) => {
      const fresh = played.filter((each) => !each.told && each.gamma === gamma && each.deck === deck.join("/"));
      for (const each of fresh) each.told = true;
      return fresh;
    },
  };
}

/* The result of a round, in a sentence. */
function settled({ card, report, prior, bet, exact, points, best }) {
  if (bet === undefined) return message(report === card ? "report_true" : "report_turned");
  return message("settled", {
    report: says(report), prior: percent(prior / 100), bet: percent(bet / 100), points: whole(points),
    exact: percent(exact / 100), best: whole(best),
  });
}

/* A line of the tally, and its sums. */
function enter({ card, report, prior, bet, points, best }) {
  const cells = [percent(prior / 100), says(report), percent(bet / 100), says(card), whole(points), whole(best)];
  const number = make("th", { scope: "row" }, whole(played.length));
  byId("rounds").append(make("tr", {}, number, ...cells.map((each) => make("td", {}, each))));
  const sum = (name) => whole(played.reduce((total, each) => total + each[name], 0));
  byId("tally").textContent = message("tally", {
    rounds: whole(played.length), points: sum("points"), best: sum("best"),
  });
  byId("tallied").hidden = false;
}

function name(slider) {
  const value = percent(slider.valueAsNumber / 100);
  byId(`${slider.id}-chosen`).textContent = value;
  slider.setAttribute("aria-valuetext", value);
}
