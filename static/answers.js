/* From one answer to its reports, whatever the kind of question. Mirror of survey/core/answers.py.
 *
 * An answer is 0 or 1 for yes/no, the place of the option from 0 for a choice,
 * the rating less 1, the number itself, or a list of 0 and 1 for each option of
 * "choose all that apply".
 */

import { randomize, roundToBit } from "./mechanism.js";

/** The reports for an answer, one for each of the question's items.
 *
 * Asked openly, the odds are [1, 0]: the report is the answer.
 */
export function randomizeAnswer(question, answer, nextWord) {
  const { kind, odds, options, low, high } = question;
  if (kind === "several") return answer.map((bit) => randomize(bit, odds, 2, nextWord));
  if (kind === "number") {
    const bit = roundToBit(answer, low, high, nextWord);
    return [randomize(bit, odds, 2, nextWord)];
  }
  return [randomize(answer, odds, options, nextWord)];
}
