/* What others may conclude from a report, in words that its odds allow. */

import { make } from "./elements.js";
import { isStrong } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { chanceInWords, message, messageAround, percent, percentAtMost } from "../messages.js";
import { afterReport, GUESS } from "../posterior.js";

/** Whose report it may be. */
export function perhaps(strong) {
  return make("p", {}, message(strong ? "strong_report" : "perhaps"));
}

/** That both of a question's stories can end with this report, and what that is worth. */
export function bothCanShow(question, report, own) {
  const { kind, items: [item] } = question;
  const words = KINDS.get(kind);
  const shown = words.either
    ? [message("yes"), " / ", message("no")] : [words.short(question, item, report, own)];
  const name = isStrong(question) ? "both_show_strong" : "both_show";
  const [before, after] = messageAround(name, "report");
  return make("p", { className: "both" }, before, ...shown, after);
}

/** What somebody with a guess would say after this report of a question; of "choose all that apply" after either. */
export function concluded({ kind, odds, low, high }, report) {
  const [yes, no] = [true, false].map((said) => afterReport(odds, said));
  const shares = {
    before: percent(GUESS / 100), yes: shareInWords(yes), no: shareInWords(no), most: percentAtMost(yes), low, high,
  };
  return KINDS.get(kind).concluded(shares, report);
}

/** A whole percentage, but never none. */
function shareInWords(share) {
  return share < 0.005 ? chanceInWords(share) : percent(share);
}
