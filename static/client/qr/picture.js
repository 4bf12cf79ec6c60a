/* A QR code as a picture on the page. */

import { shape } from "../page/shapes.js";

const QUIET_ZONE = 4; // modules
const MODULE = 5; // CSS pixels, where there is room

/** An SVG element of these rows of modules, true for dark, with this label; static/styles/style.css paints it. */
export function picture(rows, label) {
  const side = rows.length + 2 * QUIET_ZONE;
  const dark = shape("path", { d: rows.flatMap(runsOf).join("") });
  const drawn = shape("svg", {
    class: "qr-code",
    viewBox: `${-QUIET_ZONE} ${-QUIET_ZONE} ${side} ${side}`,
    width: side * MODULE,
    height: side * MODULE,
    role: "img",
    "aria-label": label,
  });
  drawn.append(dark);
  return drawn;
}

/** A rectangle for each run of dark modules in a row. */
function runsOf(row, top) {
  const line = row.map(Number).join("");
  return Array.from(line.matchAll(/1+/g), ({ 0: run, index }) => `M${index} ${top}h${run.length}v1h-${run.length}z`);
}
