/* Randomized response by exact integer sampling. Mirror of survey/core/mechanism/randomize.py.
 *
 * Both files hold the same functions in the same order with the same comments,
 * and pass the same vectors (tests/vectors/). Randomness is an argument:
 * `nextWord` returns one uniform 32-bit word a call. No floating point decides a
 * report, so the realised ε is exactly ln(A/B).
 *
 * Source: Warner (1965), doi:10.1080/01621459.1965.10480775, with γ-notation;
 * k options: Kairouz, Bonawitz, Ramage (2016), "Discrete distribution estimation
 * under local privacy".
 */

export const WORDS = 2 ** 32; // how many different words a source can return

/** One 32-bit word from the operating system's cryptographic generator. */
export function systemWord() {
  return crypto.getRandomValues(new Uint32Array(1))[0];
}

/** A uniform integer in [0, bound), 1 <= bound <= words.
 *
 * Words at or above the largest multiple of `bound` are skipped, so that
 * every residue is left with equally many words.
 */
export function uniformBelow(bound, nextWord, words = WORDS) {
  const limit = words - (words % bound);
  let word = nextWord();
  while (word >= limit) word = nextWord();
  return word % bound;
}

/** Raises unless the answer is a whole number in low..high; the error does not repeat it.
 *
 * Without this check a missing answer would still give a report, as if it had been given.
 */
export function checkAnswer(answer, low, high) {
  if (!Number.isInteger(answer) || answer < low || answer > high) {
    throw new RangeError(`An answer must be a whole number in ${low}..${high}.`);
  }
}

/** The report for an answer in 0..options-1.
 *
 *     T = A + (k-1) B;  P(report = answer) = A/T;  P(report = any other) = B/T
 *
 * `odds` is [A, B], e^ε as an exact fraction in lowest terms.
 */
export function randomize(answer, odds, options, nextWord, words = WORDS) {
  checkAnswer(answer, 0, options - 1);
  const [keep, other] = odds;
  const r = uniformBelow(keep + (options - 1) * other, nextWord, words);
  // r < A keeps the answer; the rest is cut into k-1 pieces of length B.
  if (r < keep) return answer;
  const j = Math.floor((r - keep) / other);
  // The pieces stand for the other options in order, the answer left out.
  return j < answer ? j : j + 1;
}

/** A whole number in low..high as one bit, by stochastic rounding.
 *
 *     P(bit = 1) = (value - low) / (high - low)
 *
 * The bit is not a report yet: it goes through `randomize` with two options.
 */
export function roundToBit(value, low, high, nextWord, words = WORDS) {
  checkAnswer(value, low, high);
  return uniformBelow(high - low, nextWord, words) < value - low ? 1 : 0;
}
