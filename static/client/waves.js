/* The same question in several waves: a repeated answer repeats its report. Mirror of survey/core/responses/waves.py.
 *
 * At first contact the client draws one report for every possible answer and keeps the
 * table: averaging over waves then tells no more about an unchanged answer than one wave
 * does. The table does not say which answer was true, but whoever holds both the table
 * and the reports that were sent can tell. Reports of two waves that are known to come
 * from one person tell of a change: different reports prove it; equal ones multiply the
 * odds that the answer stayed by up to 1/(1/2 − γ) for yes or no, which is above e^ε. A
 * number is rounded with one threshold for all waves, so that its table has two reports
 * however wide the range.
 */

import { valuesOf } from "./answers.js";
import { KINDS } from "./kinds/registry.js";
import { randomize } from "./mechanism.js";

/** A new table; every report in it is drawn independently with the question's odds. */
export function drawTable(question, nextWord) {
  const { kind, odds, options, items } = question;
  const threshold = KINDS.get(kind).threshold(question, nextWord);
  const reports = items.map(() =>
    Array.from({ length: options }, (_, value) => randomize(value, odds, options, nextWord)),
  );
  return { reports, threshold };
}

/** The reports that the table has for an answer, one for each of the question's items. */
export function reportsFrom({ reports, threshold }, question, answer) {
  const places = valuesOf(question, answer).map((value) => KINDS.get(question.kind).above(question, value, threshold));
  return places.map((place, item) => reports[item][place]);
}
