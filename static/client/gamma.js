/* What γ means: odds and ε. Mirror of what the client needs of survey/core/mechanism/privacy.py. */

const LARGEST_DENOMINATOR = 10_000;

/** The odds above which this client draws nothing, whoever asks: a report would be the answer. */
export const LARGEST_ODDS = 99;
/** The odds above which it warns, and an instructor must confirm. */
const LARGEST_UNCONFIRMED_ODDS = 9;

export const LEVELS = [["strong", 3n], ["fair", 9n], ["weak", 27n]];

/** [A, B] with A/B = (1/2+γ)/(1/2−γ) = e^ε in lowest terms, for γ = "p/q" in lowest terms.
 *
 * Null unless 0 < γ < 1/2 and q is at most 10,000: so all of this is exact in whole numbers.
 */
export function oddsOf(gamma) {
  const [, p, q] = (/^([1-9]\d{0,4})\/([1-9]\d{0,4})$/.exec(gamma) ?? []).map(Number);
  if (!q || q > LARGEST_DENOMINATOR || 2 * p >= q || divisor(p, q) > 1) return null;
  const [keep, other] = [q + 2 * p, q - 2 * p];
  const common = divisor(keep, other);
  return [keep / common, other / common];
}

/** Whether A/B is more than a whole number: exact, since nothing is divided. */
export function oddsAbove([keep, other], most) {
  return keep > most * other;
}

/** Whether one report to this question is strong evidence of its answer. */
export function isStrong({ odds }) {
  return oddsAbove(odds, LARGEST_UNCONFIRMED_ODDS);
}

/** How little reports with these odds, [A, B] each, tell together: "strong", "fair", "weak" or "hardly_any".
 *
 * Their product is exact, as are the limits of 3, 9 and 27 to 1. Mirror of survey/core/mechanism/privacy.py.
 */
export function protectionLevel(odds) {
  const [keep, other] = [0, 1].map((side) => odds.reduce((product, each) => product * BigInt(each[side]), 1n));
  const [level] = LEVELS.find(([, most]) => keep <= most * other) ?? ["hardly_any"];
  return level;
}

/** ε = ln(A/B). */
export function epsilonOf([keep, other]) {
  return Math.log(keep / other);
}

/** The greatest common divisor. */
export function divisor(a, b) {
  return b ? divisor(b, a % b) : a;
}
