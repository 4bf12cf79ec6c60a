/* What γ means: odds and ε. Mirror of what the client needs of survey/core/mechanism/privacy.py. */

const LARGEST_DENOMINATOR = 10_000;

/** The odds above which this client draws nothing, whoever asks: a report would be the answer. */
export const CEILING = 99;
/** The odds above which it warns. */
export const STRONG_EVIDENCE = 9;

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
export function exceeds([keep, other], most) {
  return keep > most * other;
}

/** ε = ln(A/B). */
export function epsilonOf([keep, other]) {
  return Math.log(keep / other);
}

function divisor(a, b) {
  return b ? divisor(b, a % b) : a;
}
