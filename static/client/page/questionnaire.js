/* The questionnaire on the page: its words, and the fields in which answers are given. */

import { make } from "./elements.js";
import { explainInstrument, explainQuestion } from "./explanation.js";
import { KINDS } from "../kinds/registry.js";
import { message } from "../messages.js";

/** Puts title and introduction on the page; `language` are the attributes of their language. */
export function showTitle({ title, introduction }, language) {
  document.title = `${title} · Deniable`;
  const heading = document.getElementById("title");
  heading.replaceChildren(make("bdi", { ...language, textContent: title }));
  heading.classList.remove("unseen");
  const paragraph = document.getElementById("introduction");
  Object.assign(paragraph, language, { textContent: introduction, hidden: !introduction });
}

/** Builds the questions in the form, and what the coin does to them above. */
export function buildQuestions(form, instrument, language) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  form.querySelector("#promise").after(...explainInstrument(instrument, own));
  form.querySelector("section").after(
    ...instrument.questions.map((question, place) => fieldsetOf(question, place + 1, instrument.uniform, language)),
  );
}

/** The questions' fieldsets, in order. */
export function fieldsetsIn(form) {
  return [...form.querySelectorAll("fieldset")];
}

/** How the fields of a fieldset are prepared, read and cleared. */
export function kindOf(fieldset) {
  return KINDS.get(fieldset.dataset.kind);
}

export function showMissing(fieldset, missing) {
  const error = fieldset.querySelector(".error");
  error.hidden = !missing;
  for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", error.id]]) {
    if (missing) fieldset.setAttribute(name, value);
    else fieldset.removeAttribute(name);
  }
}

function fieldsetOf(question, number, uniform, language) {
  const kind = KINDS.get(question.kind);
  const own = (textContent) => make("span", { ...language, textContent });
  const fieldset = make("fieldset", { className: "card question" });
  fieldset.dataset.kind = question.kind;
  if (kind.role) fieldset.setAttribute("role", kind.role);
  fieldset.append(
    make("legend", {}, `${number}. `, make("bdi", { ...language, textContent: question.text })),
    ...(uniform ? [] : [make("p", { className: "hint" }, explainQuestion(question))]),
    kind.fields(question, own),
    make("p", { className: "error", id: `missing-${number}`, role: "alert", hidden: true },
      `${missing(kind, question)} ${message("deny_any")}`),
  );
  return fieldset;
}

function missing({ ends, ofOptions }, { low, high }) {
  if (ends) return message("missing_number", { low, high });
  return message(ofOptions ? "missing_of_options" : "missing");
}
