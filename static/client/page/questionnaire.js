/* The questionnaire on the page: its words, and the fields in which answers are given. */

import { isStrong } from "../gamma.js";
import { byId, make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";
import { direction, ownName } from "../languages.js";
import { message, whole } from "../messages.js";

const LONGEST_SHOWN = 90; // characters of an introduction, some two lines of a phone

/** Puts title and introduction on the page; `language` are the attributes of their language. */
export function showTitle({ title, introduction }, language) {
  document.title = `${title} · Deniable`;
  const heading = byId("title");
  heading.replaceChildren(make("bdi", { ...language, textContent: title }));
  heading.classList.remove("unseen");
  Object.assign(byId("introduction"), language, { textContent: introduction, hidden: !introduction });
  if (introduction.length > LONGEST_SHOWN || introduction.includes("\n")) foldIntroduction();
}

/** A long introduction is cut after two lines until it is asked for; who hears the page hears all of it. */
function foldIntroduction() {
  const [text, button] = [byId("introduction"), byId("read-on")];
  text.classList.add("cut");
  button.hidden = false;
  button.addEventListener("click", () => {
    const cut = text.classList.toggle("cut");
    button.setAttribute("aria-expanded", !cut);
  });
}

/** Builds the questions in the form. */
export function buildQuestions(form, { questions, drawn, languages }, language) {
  form.prepend(...questions.map((question, place) => fieldsetOf(question, place + 1, questions.length, language, languages[0])));
  if (!drawn) return;
  const values = { number: whole(drawn.place + 1), all: whole(drawn.all) };
  form.prepend(make("p", { className: "hint" }, message("question_drawn", values)));
}

/** Shows the questionnaire with what stands around it, or hides it. */
export function showQuestionnaire(shown) {
  for (const id of ["promise", "answers"]) byId(id).hidden = !shown;
}

/** The questions' fieldsets, in order. */
export function fieldsetsIn(form) {
  return [...form.querySelectorAll("fieldset")];
}

/** How the fields of a fieldset are prepared, read, cleared and given the focus. */
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

/** Says once, however many answers are missing, which: the fault of each stands at its question. */
export function sayMissing(numbers) {
  const line = byId("missing");
  line.hidden = !numbers.length;
  line.textContent = message("unanswered", { numbers: numbers.join(", ") });
}

function fieldsetOf(question, number, all, language, ownTag) {
  const kind = KINDS.get(question.kind);
  const own = (textContent) => make("span", { ...language, textContent });
  const fieldset = make("fieldset", { className: "card question" });
  fieldset.dataset.kind = question.kind;
  if (kind.role) fieldset.setAttribute("role", kind.role);
  fieldset.append(
    make("legend", {}, all > 1 ? `${number}. ` : "", make("bdi", { ...language, textContent: question.text })),
    kind.fields(question, own),
    make("p", { className: "error", id: `missing-${number}`, hidden: true },
      `${message(kind.missing, question)} ${isStrong(question) ? "" : message("no_proof_alone")}`),
  );
  if (question.original) fieldset.append(originalOf(question.original, ownTag));
  return fieldset;
}

/** The words that this question was written in, of which those above are a translation. */
function originalOf({ text, listed = [] }, lang) {
  const own = { lang, dir: direction(lang) };
  const fold = make("details", {}, make("summary", {}, message("original", { language: ownName(lang) })));
  fold.append(...[text, ...listed].map((textContent) => make("p", { ...own, textContent })));
  return fold;
}
