/* Elements of the page, made without HTML in strings. */

export function byId(id) {
  return document.getElementById(id);
}

/** An element with these properties (attributes where the name has a hyphen, or is "role") and children. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = key === "textContent" ? contained(value) : value;
  }
  made.append(...children);
  return made;
}

/** A button with these words, which does `act`. */
export function buttonFor(words, act, properties = {}) {
  const button = make("button", { type: "button", ...properties }, words);
  button.addEventListener("click", act);
  return button;
}

const ISOLATES = "\u2066\u2067\u2068";
const END_OF_ISOLATE = "\u2069";

/** The text, ending no isolate but its own, and all of these.
 *
 * Browsers write an element's isolation as these very characters: an end too many, of a questionnaire's words,
 * would let its marks of direction turn the page's own words beside them.
 */
function contained(text) {
  return text.replace(/.+/g, (line) => {
    let [open, tooMany] = [0, 0];
    for (const each of line) {
      if (ISOLATES.includes(each)) open += 1;
      else if (each === END_OF_ISOLATE) open ? (open -= 1) : (tooMany += 1);
    }
    return "\u2068".repeat(tooMany) + line + END_OF_ISOLATE.repeat(open);
  });
}
