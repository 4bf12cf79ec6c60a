/* The first picture: what is believed after a report over what was before, and a class's counts on it. */

import { afterReport } from "../../client/posterior.js";
import { drawingOn } from "./accusation_picture.js";

const STEPS = Array.from({ length: 51 }, (_, step) => 2 * step); // percent
const ASIDE = 4; // of the place where both reports' bars would stand
const STYLES = ["s2", "s1"]; // of a report that says innocent, and guilty: static/styles/lab.css

/** Gives what draws the curves at some odds, and a point with the bar of chance for each of the compared. */
export function curveOn(figure) {
  const { line, mark } = drawingOn(figure);
  return (odds, compared) => {
    for (const report of [0, 1]) {
      line(STYLES[report], STEPS.map((each) => [each, 100 * afterReport(odds, report === 1, each)]));
    }
    mark(compared.map(({ prior, report, ...found }) => (
      { ...found, x: 100 * prior, aside: report ? -ASIDE : ASIDE, style: STYLES[report] }
    )));
  };
}
