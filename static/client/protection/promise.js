/* What stands before the first question: what the coin does, in one sentence and one picture; and the meter. */

import { isStrong, protectionLevel } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { shared } from "../kinds/one_of.js";
import { message, whole } from "../messages.js";
import { byId, make } from "../page/elements.js";
import { changedBy } from "./frequency.js";

const BARS = ["hardly_any", "weak", "fair", "strong"];

/** Fills the sentence, the picture and the meter for these questions. */
export function showPromise({ questions }) {
  const { turned, all, same } = changedBy(questions);
  byId("changes").replaceChildren(
    message(same ? "changes_about" : "changes_at_least", { turned: whole(turned), all: whole(all) }), " ",
    make("strong", { className: strongIn(questions) ? "error" : "" }, message(proofOf(questions))),
  );
  byId("little-answers").replaceChildren(...littleAnswers(turned, all));
  byId("little-answers").className = `little-answers ${all <= 4 ? "few" : all <= 10 ? "some" : "many"}`;
  const level = protectionLevel(questions.flatMap(({ items, odds }) => items.map(() => odds)));
  byId("meter").replaceChildren(
    make("span", { className: "bars", "aria-hidden": "true" }, ...bars(BARS.indexOf(level))),
    make("span", {}, make("strong", {}, message(`protection_${level}`)), " ", message(`means_${level}`)),
  );
}

/** The name of what is said of one report as proof: never less than its odds allow. */
function proofOf(questions) {
  const strong = strongIn(questions);
  if (strong && strong < questions.length) return "sends_some_strong_evidence";
  const proof = shared(questions.map(({ kind }) => KINDS.get(kind).proof)) ?? "";
  return (strong ? "sends_strong_evidence" : "sends_no_proof") + proof;
}

/** How many questions give away so much that it is said as a warning. */
function strongIn(questions) {
  return questions.filter(isStrong).length;
}

/** Little answers, those that the coin turned spread among the others. */
function littleAnswers(turned, all) {
  const places = new Set(Array.from({ length: turned }, (_, place) => Math.floor(((place + 0.5) * all) / turned)));
  return Array.from({ length: all }, (_, place) => make("span", { className: places.has(place) ? "chance" : "kept" }));
}

function bars(filled) {
  return BARS.slice(1).map((_, place) => make("span", { className: place < filled ? "full" : "" }));
}
