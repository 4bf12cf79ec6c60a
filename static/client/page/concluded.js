/* What others may conclude from a report, in words that its odds allow. */

import { make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";
import { chanceInWords, message, percent, percentAtMost } from "../messages.js";
import { afterReport, GUESS } from "../posterior.js";

/** Whose report it may be. */
export function perhaps(strong) {
  return make("p", {}, message(strong ? "strong_report" : "perhaps"));
}

/** What somebody with a guess would say after this report of a question; of "choose all that apply" after either. */
export function concluded({ kind, odds }, report) {
  const [yes, no] = [true, false].map((said) => afterReport(odds, said));
  const shares = { before: percent(GUESS / 100), yes: shareInWords(yes), no: shareInWords(no), most: percentAtMost(yes) };
  return KINDS.get(kind).concluded(shares, report);
}

/** A whole percentage, but never none. */
function shareInWords(share) {
  return share < 0.005 ? chanceInWords(share) : percent(share);
}
