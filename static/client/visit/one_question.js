/* One question each: this device draws which of them it asks, once, before it shows any. */

import { systemWord, uniformBelow } from "../mechanism.js";

/** The survey with the one question that was drawn for it here; a survey that asks all of them as it is.
 *
 * `drawn` is {place, all}, and `reports` of its response begin with `before` and end with `after`, null for each
 * item of the questions that are not asked.
 */
export async function withDrawnQuestion(survey, memory) {
  if (!survey.oneQuestionEach) return survey;
  const { questions } = survey;
  const place = await drawnPlace(questions, memory);
  const nulls = (some) => some.flatMap(({ items }) => items.map(() => null));
  return {
    ...survey,
    questions: [questions[place]],
    drawn: { place, all: questions.length },
    before: nulls(questions.slice(0, place)),
    after: nulls(questions.slice(place + 1)),
  };
}

/** Whether the response answers another question than the one that was drawn for this page. */
export function answersAnother({ before }, body) {
  return Boolean(before) && answeredItem(body) !== before.length;
}

/** What a response that was drawn here answers; else what this browser drew first, or draws now. */
async function drawnPlace(questions, memory) {
  const draw = () => uniformBelow(questions.length, systemWord);
  if (!memory) return draw(); // a preview
  const kept = await memory.read();
  if (!kept) return memory.drawQuestion(draw);
  const item = answeredItem(kept.body);
  let items = 0;
  return questions.findIndex((question) => (items += question.items.length) > item);
}

/** The place of the first item to which the response has a report. */
function answeredItem(body) {
  return JSON.parse(body).reports.findIndex((report) => report !== null);
}
