/* The picture: what is believed after a report over what was believed before, and a class's counts on it. */

import { afterReport } from "../../client/posterior.js";

const SVG = "http://www.w3.org/2000/svg";
const STEPS = Array.from({ length: 51 }, (_, step) => 2 * step); // percent
const ASIDE = 4; // of the place where both reports' bars would stand
const STYLES = ["s2", "s1"]; // of a report that says innocent, and guilty: static/styles/lab.css

/** Draws on a picture of the server, whose axes and labels stay. */
export function curveOn(figure) {
  const { left, right, top, bottom } = Object.fromEntries(
    Object.entries(figure.dataset).map(([name, value]) => [name, Number(value)]),
  );
  const marks = figure.querySelector("g[clip-path]").appendChild(document.createElementNS(SVG, "g"));
  const across = (percent) => left + ((right - left) * percent) / 100;
  const up = (percent) => bottom - ((bottom - top) * percent) / 100;

  /** The curves at these odds, and a point with the bar of chance for each of the compared. */
  return (odds, compared) => {
    for (const report of [0, 1]) {
      const places = STEPS.map((each) => `${across(each)} ${up(100 * afterReport(odds, report === 1, each))}`);
      figure.querySelector(`path.${STYLES[report]}`).setAttribute("d", `M${places.join(" L")}`);
    }
    marks.replaceChildren(...compared.flatMap(({ prior, report, found, low, high }) => {
      const x = across(100 * prior) + (report ? -ASIDE : ASIDE);
      return [
        drawn("line", { class: `by-chance ${STYLES[report]}`, x1: x, x2: x, y1: up(100 * low), y2: up(100 * high) }),
        drawn("circle", { class: `point ${STYLES[report]}`, cx: x, cy: up(100 * found), r: 5.5 }),
      ];
    }));
  };
}

function drawn(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
