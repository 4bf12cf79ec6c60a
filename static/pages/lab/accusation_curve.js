/* The first picture: the belief after a report over the belief before, and a class's counts on it. */

import { afterReport } from "../../client/posterior.js";
import { drawingOn } from "./accusation_picture.js";

const STEPS = Array.from({ length: 51 }, (_, step) => 2 * step); // percent
const ASIDE = 4; // to either side of the place that both reports' bars would share
const STYLES = ["s2", "s1"]; // the styles of a report of innocent, and of guilty: static/styles/lab.css

/** Returns a function that draws the curves at some odds, and a point with its bar of chance for each count. */
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
