/* Draws on a picture from the server; its labels and its axes, both from 0 to 100, stay. */

import { shape } from "../../client/page/shapes.js";

/** `line(style, places)` moves a line through [x, y]; `mark(points)` replaces all points with their bars of chance. */
export function drawingOn(figure) {
  const { left, right, top, bottom } = Object.fromEntries(
    Object.entries(figure.dataset).map(([name, value]) => [name, Number(value)]),
  );
  const marks = figure.querySelector("g[clip-path]").appendChild(shape("g"));
  const across = (percent) => left + ((right - left) * percent) / 100;
  const up = (percent) => bottom - ((bottom - top) * percent) / 100;

  return {
    line: (style, places) => {
      const drawnAt = places.map(([x, y]) => `${across(x)} ${up(y)}`);
      figure.querySelector(`path.${style}`).setAttribute("d", `M${drawnAt.join(" L")}`);
    },
    mark: (points) => marks.replaceChildren(...points.flatMap(({ x, aside = 0, style, found, low, high }) => {
      const place = across(x) + aside;
      return [
        shape("line", { class: `by-chance ${style}`, x1: place, x2: place, y1: up(100 * low), y2: up(100 * high) }),
        shape("circle", { class: `point ${style}`, cx: place, cy: up(100 * found), r: 5.5 }),
      ];
    })),
  };
}
