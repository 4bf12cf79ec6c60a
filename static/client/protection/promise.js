/* What stands before the first question: what the coin does, in one sentence and one picture; and how far each answer
 * is protected, and all of them together. */

import { isStrong, protectionLevel } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { shared } from "../kinds/one_of.js";
import { message, messageAround, whole } from "../messages.js";
import { byId, make } from "../page/elements.js";
import { changedBy } from "./frequency.js";
import { suspicionAfter } from "./suspicion.js";

const BARS = ["hardly_any", "weak", "fair", "strong"];
const FAIR = BARS.indexOf("fair");

/** Fills the sentence, the picture and the meter for these questions. */
export function showPromise({ questions }) {
  const { turned, all, same } = changedBy(questions);
  byId("changes").replaceChildren(
    message(same ? "changes_about" : "changes_at_least", { turned: whole(turned), all: whole(all) }), " ",
    make("strong", { className: strongIn(questions) ? "error" : "" }, message(proofOf(questions))),
  );
  byId("little-answers").replaceChildren(...littleAnswers(turned, all));
  byId("little-answers").className = `little-answers ${all <= 4 ? "few" : all <= 10 ? "some" : "many"}`;
  const meter = byId("meter");
  meter.replaceChildren(...levels(questions));
  if (questions.length === 1) meter.parentElement.append(meter); // Send comes first
}

/** One line of one question; of several, the least protected answer's and that of all together, which is never better. */
function levels(questions) {
  if (questions.length === 1) {
    const change = suspicionAfter(ofItems(questions[0]));
    const said = message(`suspicion${KINDS.get(questions[0].kind).proof}`, { change });
    return [line("protection", barsOf(questions), said)];
  }
  const each = questions.map((question) => barsOf([question]));
  const least = Math.min(...each);
  const name = least === Math.max(...each) ? "protection_of_each" : "protection_of_least";
  return [line(name, least), together(questions)];
}

/** How far the reports to all these questions are protected together. */
export function together(questions) {
  const change = suspicionAfter(questions.flatMap(ofItems));
  return line("protection_of_all", barsOf(questions), message("suspicion", { change }));
}

/** How little all reports to these questions tell, in bars from 0 to 3. */
function barsOf(questions) {
  return BARS.indexOf(protectionLevel(questions.flatMap(ofItems)));
}

function ofItems({ items, odds }) {
  return items.map(() => odds);
}

function line(name, filled, said = "") {
  const [before, after] = messageAround(name, "level");
  const level = make("strong", {}, message(BARS[filled]));
  return make("p", {}, make("span", { className: "bars", "aria-hidden": "true" }, ...bars(filled)), make("span", {}, before, level, after, " ", said));
}

/** The name of what is said of one report as proof: never less than its odds allow. */
function proofOf(questions) {
  const strong = strongIn(questions);
  if (strong && strong < questions.length) return "sends_some_strong_evidence";
  const proof = shared(questions.map(({ kind }) => KINDS.get(kind).proof)) ?? "";
  const one = !strong && proof && barsOf(questions) < FAIR; // though all of them may be
  return (strong ? "sends_strong_evidence" : "sends_no_proof") + (one ? "_of_one_yes" : proof);
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
