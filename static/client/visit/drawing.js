/* From the answers to the response's bytes: the one place where a respondent's reports are drawn. */

import { randomizeAnswer } from "../answers.js";
import { recordSurvey } from "../memory/ledger.js";
import { openTables } from "../memory/wave_tables.js";
import { systemWord } from "../mechanism.js";

/** The response's bytes: each answer randomized by this device, once. */
export function drawResponse(survey, answers, slip, randomize = randomizeOnce) {
  const { questions, before = [], after = [] } = survey; // null for each item that was not asked
  const drawn = answers.flatMap((answer, index) => randomize(questions[index], answer));
  const reports = [...before, ...drawn, ...after];
  // What is undefined, as a token where none is asked for, JSON leaves out.
  return JSON.stringify({
    instrument: survey.digest, response_id: drawResponseId(), reports, token: slip,
  });
}

/** Draws a response and keeps it, unless one is kept already; resolves to what is kept. */
export async function drawAndKeep({ survey, memory, ledgerId }, answers, slip) {
  const { randomize, epsilon } = await openDraws(survey);
  return memory.drawOnce(
    () => drawResponse(survey, answers, slip, randomize),
    () => record(survey, ledgerId, epsilon),
  );
}

/** Puts what was drawn here into the ledger, which had lost it. */
export async function recordAgain({ survey, ledgerId }) {
  const { epsilon } = await openDraws(survey);
  record(survey, ledgerId, epsilon);
}

function record({ wavesOf, title }, ledgerId, epsilon) {
  recordSurvey(ledgerId, { title: wavesOf || title, epsilon });
}

/** How this survey's answers are randomized, and the ε of it. */
function openDraws(survey) {
  return survey.wavesOf ? openTables(survey) : { epsilon: survey.epsilon };
}

function randomizeOnce(question, answer) {
  return randomizeAnswer(question, answer, systemWord);
}

function drawResponseId() {
  const words = [systemWord(), systemWord(), systemWord(), systemWord()];
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}
