/* The class's counts: of reports, and of bets, for each coin and deck; typed, or added by a phone. */

import { factorInWords, message, oddsInWords, percent, whole } from "../../client/messages.js";
import { byId, make } from "../../client/page/elements.js";
import { wholeNumber } from "../../client/numerals.js";
import { afterReport } from "../../client/posterior.js";
import { betsOn } from "./accusation_bets.js";
import { curveOn } from "./accusation_curve.js";
import { chanceRange } from "./accusation_figures.js";

const MOST = 999; // of a count that is typed

const known = new Map(); // of each coin and deck, { gamma, deck, counts[report][card], bets[range][card] }

/** Begins the counts of this section; `untold` returns this phone's rounds that are not in them. */
export function startClass(section, agreed, untold) {
  const fields = [...section.querySelectorAll("input")];
  const drawOn = curveOn(byId("picture"));
  const judges = betsOn(section);

  for (const field of fields) field.addEventListener("input", read);
  byId("own-rounds").addEventListener("click", () => {
    const { counts, bets } = classOf(agreed());
    const rounds = untold(agreed());
    for (const { report, card, bet } of rounds) {
      counts[report][card] += 1;
      bets[judges.rowOf(bet)][card] += 1;
    }
    show();
    byId("added").textContent = message("added", { rounds: whole(rounds.length) });
  });

  function read() {
    const tables = classOf(agreed());
    for (const { dataset: { table, row, card }, value } of fields) {
      const count = wholeNumber(value);
      tables[table][row][card] = count >= 0 && count <= MOST ? Number(count) : 0;
    }
    draw();
  }

  function show() {
    const tables = classOf(agreed());
    for (const field of fields) {
      const { table, row, card } = field.dataset;
      field.value = tables[table][row][card] || "";
    }
    byId("added").textContent = "";
    draw();
  }

  function draw() {
    const { gamma, odds } = agreed();
    const ofCoin = [...known.values()].filter((each) => each.gamma === gamma);
    drawOn(odds, ofCoin.flatMap((each) => compare(each, odds)));
    const lines = compare(classOf(agreed()), odds).map((each) => make("li", {}, inWords(each, odds)));
    byId("compared").replaceChildren(...lines);
    judges.draw(agreed(), classOf(agreed()).bets);
  }

  function classOf({ gamma, deck }) {
    const key = `${gamma} ${deck}`;
    const none = (rows) => Array.from({ length: rows }, () => [0, 0]);
    if (!known.has(key)) known.set(key, { gamma, deck, counts: none(2), bets: none(judges.rows) });
    return known.get(key);
  }

  return { show };
}

/* For each report: the share of guilty cards, the share by the curve, and the range of chance around it. */
function compare({ deck: [guilty, all], counts }, odds) {
  const prior = guilty / all;
  return [1, 0].flatMap((report) => {
    const [innocent, found] = counts[report];
    const n = innocent + found;
    if (!n) return [];
    const exact = afterReport(odds, report === 1, 100 * prior);
    const [low, high] = chanceRange(n, exact).map((each) => each / n);
    return [{ prior, report, n, count: found, found: found / n, exact, low, high }];
  });
}

function inWords({ prior, report, n, count, found, exact, low, high }, [keep, other]) {
  const values = {
    n: whole(n), count: whole(count), found: percent(found), exact: percent(exact),
    low: percent(low), high: percent(high),
    factor: oddsInWords([keep, other]),
  };
  const sentences = [message(report ? "after_guilty" : "after_innocent", values)];
  if (found < low || found > high) sentences.push(message("beyond"));
  else if (report && 0 < count && count < n) {
    const measured = (count / (n - count)) * ((1 - prior) / prior);
    sentences.push(message("odds", { ...values, measured: factorInWords(measured) }));
  }
  return sentences.join(" ");
}
