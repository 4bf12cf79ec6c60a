/* A QR code as a picture on the page, made without HTML in strings. */

const SVG = "http://www.w3.org/2000/svg";
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

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
