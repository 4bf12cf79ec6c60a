/* From one answer to its reports, whatever the kind of question. Mirror of survey/core/responses/answers.py.
 *
 * An answer is 0 or 1 for yes/no, the place of the option from 0 for a choice,
 * the rating less 1, the number itself, or a list of 0 and 1 for each option of
 * "choose all that apply".
 */

import { KINDS } from "./kinds/registry.js";
import { checkAnswer, randomize } from "./mechanism.js";

/** The values in an answer, one for each of the question's items.
 *
 * Raises if there are not as many, or if one is no answer to the question.
 */
export function valuesOf(question, answer) {
  const values = Array.isArray(answer) ? answer : [answer];
  if (values.length !== question.items.length) {
    throw new RangeError("An answer must have one value for each of the question's items.");
  }
  const [low, high] = KINDS.get(question.kind).range(question);
  for (const value of values) checkAnswer(value, low, high);
  return values;
}

/** The reports for an answer, one for each of the question's items. */
export function randomizeAnswer(question, answer, nextWord) {
  const { kind, odds, options } = question;
  const places = valuesOf(question, answer).map((value) => KINDS.get(kind).rounded(question, value, nextWord));
  return places.map((place) => randomize(place, odds, options, nextWord));
}
