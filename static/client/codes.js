/* Codes and tokens as people type them. Mirror of survey/core/responses/join_codes.py. */

import { westernDigits } from "./numerals.js";

/** The letters and digits in a typed text, full-width ones and digits of any script too; all else is left out. */
export function codeLetters(typed) {
  return westernDigits(typed.normalize("NFKC")).toLowerCase().replace(/[^a-z\d]/g, "");
}

/** The same of a part of an address, up to a tracker's "&". */
export function codeInAddress(part) {
  return codeLetters(new URLSearchParams(`c=${part}`).get("c"));
}
