/* What others may conclude from a report, in words that its odds allow. */

import { make } from "./elements.js";
import { exceeds, STRONG_EVIDENCE } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { chanceInWords, message, percent, percentAtMost } from "../messages.js";
import { afterReport, GUESS } from "../posterior.js";

/** Whose report it may be. */
export function perhaps(strong) {
  return make("p", {}, message(strong ? "strong_report" : "perhaps"));
}

export function isStrong({ odds }) {
  return exceeds(odds, STRONG_EVIDENCE);
}

/** What somebody with a guess would say after this report of a question; of "choose all that apply" after either. */
export function concluded({ kind, odds }, report) {
  const { yesNo, ofOptions, ends } = KINDS.get(kind);
  const before = percent(GUESS / 100);
  if (ends) return message("guessed_number", { before, after: percentAtMost(afterReport(odds, true)) });
  const [yes, no] = [true, false].map((said) => shareInWords(afterReport(odds, said)));
  if (ofOptions) return message("guessed_option", { before, yes, no });
  if (yesNo) return message("guessed_yes", { before, after: report ? yes : no });
  return message("guessed_this", { before, after: yes });
}

/** A whole percentage, but never none. */
function shareInWords(share) {
  return share < 0.005 ? chanceInWords(share) : percent(share);
}
