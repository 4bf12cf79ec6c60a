/* The second picture: guilty cards over what the judges bet. The cards stay on two lines, whatever the judges bet. */

import { message, percent, whole } from "../../client/messages.js";
import { byId, make } from "../../client/page/elements.js";
import { afterReport } from "../../client/posterior.js";
import { chanceRange } from "./accusation_figures.js";
import { drawingOn } from "./accusation_picture.js";

/** Returns a function that draws a class's bets at some odds and deck, and one that gives a bet's row. */
export function betsOn(section) {
  const ranges = [...section.querySelectorAll("[data-high]")].map(({ dataset, cells }) => (
    { low: Number(dataset.low), high: Number(dataset.high), name: cells[0].textContent }
  ));
  const { line, mark } = drawingOn(byId("calibration"));

  function draw({ odds, deck: [guilty, all] }, bets) {
    const [below, above] = [false, true].map((report) => afterReport(odds, report, (100 * guilty) / all));
    line("s1", [[0, 100 * above], [100, 100 * above]]);
    line("s2", [[0, 100 * below], [100, 100 * below]]);
    const compared = ranges.flatMap((range, row) => compare(range, bets[row], below, above));
    mark(compared);
    byId("calibrated").replaceChildren(...compared.map((each) => make("li", {}, inWords(each))));
  }

  return { draw, rowOf: (bet) => ranges.findIndex(({ high }) => bet <= high), rows: ranges.length };
}

/* The share of guilty cards, and the range of chance around it, however the reports mix. */
function compare({ low, high, name }, [innocent, count], below, above) {
  const n = innocent + count;
  if (!n) return [];
  const [least, most] = [chanceRange(n, below)[0] / n, chanceRange(n, above)[1] / n];
  return [{ name, n, count, x: (low + high) / 2, style: "s3", found: count / n, low: least, high: most }];
}

function inWords({ name, n, count, found, low, high }) {
  const sentence = message("bets_found", { range: name, n: whole(n), count: whole(count), found: percent(found) });
  return found < low || found > high ? `${sentence} ${message("beyond")}` : sentence;
}
