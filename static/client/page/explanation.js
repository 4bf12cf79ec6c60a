/* What the coin does to each answer, and what one report lets anyone conclude. */

import { make } from "./elements.js";
import { exceeds, STRONG_EVIDENCE } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { chanceInWords, epsilonInWords, fromLeft, message, oddsInWords } from "../messages.js";

/** Paragraphs about the whole questionnaire; `own` makes an element of its words. */
export function explainInstrument({ uniform, questions, epsilon, wavesOf }, own) {
  const reports = questions.reduce((sum, { items }) => sum + items.length, 0);
  const paragraphs = [
    ...(questions.some(({ odds }) => exceeds(odds, STRONG_EVIDENCE))
      ? [make("p", { className: "error" }, message("strong_evidence"))] : []),
    make("p", {}, uniform
      ? message("coin_of_all", { truth: truthOf(questions[0]), factor: oddsInWords(questions[0].odds) })
      : message("coin_of_each")),
    make("p", {},
      `${message("reports_only")} `,
      message(reports === 1 ? "epsilon_alone" : "epsilon_of_all", { epsilon: named(epsilon) })),
  ];
  if (wavesOf) {
    const [before, after] = message("wave_of", { name: "\n" }).split("\n");
    paragraphs.push(make("p", {}, before, own(wavesOf), after, ` ${message("waves_explained")}`));
  }
  return paragraphs;
}

/** How the answer to one question is randomized. */
export function explainQuestion(question) {
  const { kind, odds, options, items, epsilon, low, high } = question;
  const { ofOptions, ends } = KINDS.get(kind);
  const values = { truth: truthOf(question), factor: oddsInWords(odds) };
  if (ofOptions) {
    return message("hint_of_options", { ...values, options: items.length, epsilon: named(epsilon) });
  }
  if (ends) return message("hint_of_ends", { ...values, low, high });
  if (options > 2) {
    const [keep, other] = odds;
    return message("hint_of_one", { ...values, other: chanceInWords(other / (keep + (options - 1) * other)) });
  }
  return message("hint_of_two", values);
}

function truthOf({ odds: [keep, other], options }) {
  return chanceInWords(keep / (keep + (options - 1) * other));
}

function named(epsilon) {
  return fromLeft(`ε\u00a0=\u00a0${epsilonInWords(epsilon)}`); // on one line
}
