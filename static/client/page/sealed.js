/* A letter that turns face down by itself, so that nobody beside the phone reads it. */

import { buttonFor, make } from "./elements.js";
import { message } from "../messages.js";

const OPEN_MS = 8_000;

/** A function that lays the letter open for some seconds; so does a press on it, and one more turns
 * it face down. `show` is told whether it lies open.
 *
 * Its button stays where it is, and so the focus does too.
 */
export function sealable(letter, show) {
  const words = make("span");
  const isSealed = () => letter.className === "letter sealed";
  const button = buttonFor(words, () => turn(isSealed()), { className: "seal" });
  let closing = null;
  return () => {
    letter.append(button);
    turn(true);
  };

  function turn(open) {
    clearTimeout(closing);
    if (open) closing = setTimeout(turn, OPEN_MS, false);
    letter.className = open ? "letter" : "letter sealed";
    button.setAttribute("aria-expanded", String(open));
    words.textContent = open ? "" : message("tap_to_see");
    if (open) button.setAttribute("aria-label", message("turn_down"));
    else button.removeAttribute("aria-label");
    show(open);
  }
}
