/* The same question in several waves: a repeated answer repeats its report. Mirror of survey/core/waves.py.
 *
 * At first contact one report is drawn for every possible answer, and the table is
 * kept: averaging over waves then gains nothing over one of them. Which answer was
 * true is not in it; but whoever holds both the table and the reports that were
 * sent can tell. A number is rounded with one threshold for all waves, so that its
 * table has two reports however wide the range.
 */

import { randomize, uniformBelow } from "./mechanism.js";

/** A new table; every report in it is drawn with the question's odds, by itself. */
export function drawTable(question, nextWord) {
  const { kind, odds, options, low, high, items } = question;
  const threshold = kind === "number" ? uniformBelow(high - low, nextWord) : 0;
  const reports = items.map(() =>
    Array.from({ length: options }, (_, value) => randomize(value, odds, options, nextWord)),
  );
  return { reports, threshold };
}

/** The reports that the table has for an answer, one for each of the question's items. */
export function reportsFrom({ reports, threshold }, { kind, low }, answer) {
  if (kind === "several") return answer.map((bit, item) => reports[item][bit]);
  if (kind === "number") return [reports[0][Number(threshold < answer - low)]];
  return [reports[0][answer]];
}
