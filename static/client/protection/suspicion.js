/* What a number means: a suspicion before and after, "30 → 56%", on one line. Mirror of survey/text/suspicion.py. */

import { chanceInWords, message, percent, whole } from "../messages.js";
import { afterReport, GUESS } from "../posterior.js";

const ALMOST_ALL = 0.999;
const NO_WHOLE_PERCENT = 0.995; // from here on it would be rounded to 100%

/** Of someone who sees reports with all these odds, [A, B] each, at worst. */
export function suspicionAfter(odds) {
  return suspicionTimes(odds.reduce((product, [keep, other]) => (product * keep) / other, 1));
}

/** The same where the odds are multiplied by this: from g = 30 % to g r / (g r + 1 − g), r >= 1; infinite, too. */
export function suspicionTimes(product) {
  return `${whole(GUESS)}\u00a0${document.dir === "rtl" ? "←" : "→"}\u00a0${afterInWords(afterReport([1, 1 / product], true))}`;
}

function afterInWords(share) {
  if (share > ALMOST_ALL) return message("over", { share: chanceInWords(ALMOST_ALL) });
  return share < NO_WHOLE_PERCENT ? percent(share) : chanceInWords(share);
}
