/* From the answers to the response's bytes: the one place where a respondent's reports are drawn. */

import { randomizeAnswer } from "../answers.js";
import { recordSurvey } from "../memory/ledger.js";
import { systemWord } from "../mechanism.js";
import { questionsDigest } from "./asked_before.js";

/** The response's bytes: each answer randomized by this device, once. */
export function drawResponse(survey, answers, slip) {
  const { questions, before = [], after = [] } = survey; // null for each item that was not asked
  const drawn = answers.flatMap((answer, index) => randomizeAnswer(questions[index], answer, systemWord));
  const reports = [...before, ...drawn, ...after];
  // What is undefined, as a token where none is asked for, JSON leaves out.
  return JSON.stringify({
    instrument: survey.digest, response_id: drawResponseId(), reports, token: slip,
  });
}

/** Draws a response and keeps it, unless one is kept already; resolves to what is kept. */
export function drawAndKeep({ survey, memory, ledgerId }, answers, slip) {
  return memory.drawOnce(() => drawResponse(survey, answers, slip), () => record({ survey, ledgerId }));
}

/** Puts what was drawn here into the ledger. */
export function record({ survey, ledgerId }) {
  const { title, epsilon } = survey;
  recordSurvey(ledgerId, { title, epsilon, asked: questionsDigest(survey) });
}

function drawResponseId() {
  const words = [systemWord(), systemWord(), systemWord(), systemWord()];
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}
