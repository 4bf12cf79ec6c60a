/* Behind "How does this protect me?": what the coin does to each answer, and what one report lets anyone conclude. */

import { KINDS } from "../kinds/registry.js";
import { EACH_COIN } from "../kinds/one_of.js";
import { readLedger, total } from "../memory/ledger.js";
import { chanceInWords, epsilonInWords, fromLeft, message, oddsInWords, whole } from "../messages.js";
import { byId, make } from "../page/elements.js";
import { buildTrial } from "../page/trial.js";
import { suspicionAfter } from "./suspicion.js";

/** Fills the fold for this survey. */
export function explain(survey) {
  const own = (textContent) => make("bdi", { ...survey.language, textContent });
  byId("explanation").replaceChildren(...explainInstrument(survey), ...explainEach(survey, own));
  buildTrial(byId("trial"), survey.questions);
  byId("protection").hidden = false;
}

/** What earlier surveys have cost, if any was answered in this browser. */
export function showSpent(survey) {
  const spent = total(readLedger());
  const line = byId("spent");
  line.querySelector("span").textContent = message("spent", {
    sum: epsilonInWords(spent),
    epsilon: epsilonInWords(survey.epsilon),
  });
  line.hidden = spent === 0;
}

/** Paragraphs about the whole questionnaire. */
function explainInstrument({ coin, questions, epsilon, drawn }) {
  const reports = questions.reduce((sum, { items }) => sum + items.length, 0);
  const paragraphs = [
    make("p", {}, message("reports_only")),
    make("p", {}, message(coin, {
      truth: truthOf(questions[0]), factor: oddsInWords(questions[0].odds), change: suspicionAfter([questions[0].odds]),
    })),
    make("p", {}, message(reports === 1 ? "epsilon_alone" : "epsilon_of_all", { epsilon: named(epsilon) })),
  ];
  if (drawn) paragraphs.push(make("p", {}, message("one_question_each", { all: whole(drawn.all) })));
  return paragraphs;
}

/** A line a question where their coins differ. */
function explainEach({ coin, questions }, own) {
  if (coin !== EACH_COIN) return [];
  const line = (question) =>
    make("li", {}, own(question.text), make("p", { className: "hint" }, explainQuestion(question)));
  return [make("ol", {}, ...questions.map(line))];
}

/** How the answer to one question is randomized. */
function explainQuestion(question) {
  const { kind, odds: [keep, other], options, items, epsilon, low, high } = question;
  return message(KINDS.get(kind).hint(question), {
    truth: truthOf(question), change: suspicionAfter([question.odds]), epsilon: named(epsilon), options: items.length, low: whole(low), high: whole(high),
    other: chanceInWords(other / (keep + (options - 1) * other)),
  });
}

function truthOf({ odds: [keep, other], options }) {
  return chanceInWords(keep / (keep + (options - 1) * other));
}

function named(epsilon) {
  return fromLeft(`ε\u00a0=\u00a0${epsilonInWords(epsilon)}`); // on one line
}
