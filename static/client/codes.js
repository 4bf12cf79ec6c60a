/* Codes and tokens as people type them. Mirror of survey/core/responses/join_codes.py. */

import { westernDigits } from "./numerals.js";

/** A text whose full-width letters, and whose digits of any script, are as codes have them. */
export function folded(text) {
  return westernDigits(text.normalize("NFKC"));
}

/** The letters and digits in a typed text, full-width ones and digits of any script too; all else is left out.
 * Of a slip's link that is pasted in its place, those of its token count. */
export function codeLetters(typed) {
  return folded(typed).toLowerCase().replace(/^.*(\W|23)t=|&.*|[^a-z\d]/gs, "");
}

/** The same of a part of an address, up to a tracker's "&". */
export function codeInAddress(part) {
  return codeLetters(new URLSearchParams(`c=${part}`).get("c"));
}
