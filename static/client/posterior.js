/* What others could conclude from one report. Mirror of survey/core/mechanism/privacy.py.
 *
 * With k options the report is the answer with A/T, and any one other answer gives it with B/T, T = A + (k−1) B. So
 * whoever held the reported answer for true with a chance g holds it, seeing the report, with
 *
 *     g A / (g A + (1 − g) B),
 *
 * however many options there are and whatever they thought of the others; and the opposite of a yes or no with A and B
 * changed about. Of anything else about the answer, as of a number between two ends, this is the most.
 */

/** Percent: what the page takes somebody to have guessed before. */
export const GUESS = 30;

/** The chance, from 0 to 1, that they give it after a report at the odds [A, B] that `said` it, or its opposite. */
export function afterReport([keep, other], said, guess = GUESS) {
  const [held, rest] = said ? [keep, other] : [other, keep];
  const weight = guess * held;
  return weight / (weight + (100 - guess) * rest); // whole numbers, divided once
}
