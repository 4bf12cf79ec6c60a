/* What others may conclude from a report, in words that its odds allow. */

import { make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";
import { chanceInWords, message, messageAround, percent, whole } from "../messages.js";
import { afterReport, GUESS } from "../posterior.js";

/** That both of a question's stories can end with this report, and what it is `worth`. */
export function bothCanShow(question, report, own, worth) {
  const { kind, items: [item] } = question;
  const words = KINDS.get(kind);
  const shown = words.either
    ? [message("yes"), " / ", message("no")] : [words.short(question, item, report, own)];
  const [before, after] = messageAround("both_show", "report");
  return make("p", { className: "both" }, before, ...shown, after, " ", worth);
}

/** What somebody with a guess would say after this report of a question; of "choose all that apply" after either. */
export function concluded({ kind, odds, low, high }, report) {
  const [yes, no] = [true, false].map((said) => afterReport(odds, said));
  const shares = {
    before: percent(GUESS / 100), yes: shareInWords(yes), no: shareInWords(no), low: whole(low), high: whole(high),
  };
  return KINDS.get(kind).concluded(shares, report);
}

/** A whole percentage, but never none. */
function shareInWords(share) {
  return share < 0.005 ? chanceInWords(share) : percent(share);
}
