/* What answering the same questions again costs: coins are fresh, and ε adds up over the surveys that asked them. */

import { sha256 } from "../sha256.js";
import { LEVELS } from "../gamma.js";
import { canonical } from "../instrument.js";
import { KNOWN } from "../kinds/known_share.js";
import { readLedger } from "../memory/ledger.js";
import { message } from "../messages.js";
import { byId, make } from "../page/elements.js";

const ROUNDING = 1e-12; // of sums of logarithms: 3 · 3 is 9 to 1

/** What is asked, as a digest: not of γ, known shares, titles, names and translations. Mirror of
 * survey/core/instrument/same_questions.py. */
export function questionsDigest({ asked, oneQuestionEach }) {
  const questions = asked.map((question) =>
    Object.fromEntries(Object.entries(question).filter(([name]) => !["gamma", ...KNOWN].includes(name))));
  return sha256(new TextEncoder().encode(canonical({ questions, one_question_each: oneQuestionEach })));
}

/** Says beside the protection what it is together with earlier surveys of these questions that the ledger has. */
export function sayAskedBefore(survey) {
  const digest = questionsDigest(survey);
  const before = Object.values(readLedger().surveys).filter(({ asked }) => asked === digest);
  if (!before.length) return;
  const together = before.reduce((sum, { epsilon }) => sum + epsilon, survey.epsilon);
  const [level, lower] = [survey.epsilon, together].map((epsilon) => message(levelOf(epsilon)));
  byId("meter").append(make("p", { className: "warning" }, message("asked_before", { level, together: lower })));
}

/** How little reports with this ε tell, as protectionLevel has it for odds. */
function levelOf(epsilon) {
  const [level] = LEVELS.find(([, most]) => Math.exp(epsilon) <= Number(most) * (1 + ROUNDING)) ?? ["hardly_any"];
  return level;
}
