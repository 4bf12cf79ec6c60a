/* The receipt: what was sent, shown once it is stored or refused. */

import { KINDS } from "../kinds/registry.js";
import { message } from "../messages.js";

/** Fills `section` with the reports of `body`, if it has any still; `onForget` clears this browser's memory
 * and tells whether the ledger keeps the ε. */
export function showReceipt(section, survey, body, { preview, onForget }) {
  fill(section, survey, body, preview ? "preview" : "saved", preview ? "preview_reports" : "saved_reports");
  const { response_id: responseId } = JSON.parse(body);
  if (!preview && responseId) section.append(amongAll(survey.base, responseId));
  if (onForget) {
    const waves = survey.wavesOf;
    section.append(forgetting(section, onForget, waves, waves ? "remembers_waves" : "remembers"));
  }
  section.querySelector("h2").focus();
}

/** As showReceipt, for a response that was refused; `onAgain` sends it again. */
export function showRefused(section, survey, body, { onAgain, onForget }) {
  fill(section, survey, body, "sent_not_saved", "seen_reports");
  if (onAgain) {
    const button = element("button", message("try_again"));
    button.type = "button";
    button.addEventListener("click", onAgain);
    section.append(button);
  }
  section.append(forgetting(section, onForget, survey.wavesOf, "second_draw", "forgotten_unsaved"));
}

function fill(section, survey, body, title, explained) {
  const { reports, response_id: responseId } = JSON.parse(body);
  const heading = element("h2", message(title));
  heading.tabIndex = -1;
  section.className = "card receipt";
  section.replaceChildren(
    heading,
    ...(reports ? [element("p", message(explained)), listReports(survey, [...reports])] : []),
    ...(responseId ? [idOf(responseId)] : []),
  );
  section.hidden = false;
}

function idOf(responseId) {
  const line = element("p", `${message("response_id")} `);
  line.className = "hint";
  line.append(Object.assign(element("code", responseId), { className: "digest", dir: "ltr" }));
  return line;
}

/** Where it is listed; the id stays in the fragment, which is never sent. */
function amongAll(base, responseId) {
  const [before, after] = message("among_all", { link: "\n" }).split("\n");
  const line = element("p", before);
  line.append(Object.assign(element("a", message("all_reports")), { href: `${base}/reports${location.search}#${responseId}` }), after);
  return line;
}

/** The reports in words, a line a question; takes them off the front of `reports`. */
function listReports({ questions, language }, reports) {
  const list = element("ol");
  for (const question of questions) {
    const { yesNo, ofOptions } = KINDS.get(question.kind);
    const line = element("li");
    const said = element("strong");
    for (const { text, labels } of question.items) {
      const report = reports.shift();
      if (said.hasChildNodes()) said.append("; ");
      if (ofOptions) said.append(own(text), ": ");
      said.append(yesNo ? element("bdi", message(report ? "yes" : "no")) : own(labels[report]));
    }
    line.append(own(question.text), " ", said);
    list.append(line);
  }
  return list;

  /** The instrument's own words. */
  function own(words) {
    return Object.assign(element("bdi", words), language);
  }
}

/** A button that forgets, after what is remembered; then what is forgotten, `seen` by the server only or counted. */
function forgetting(section, onForget, waves, remembered, seen = null) {
  const box = element("div");
  const button = element("button", message("forget"));
  button.type = "button";
  button.addEventListener("click", async () => {
    const inTheSum = await onForget();
    const sentences = [message((seen ?? "forgotten") + (inTheSum ? "_but_sum" : ""))];
    if (waves) sentences.push(message("forgotten_waves"));
    const forgotten = element("p", sentences.join(" "));
    forgotten.tabIndex = -1;
    section.replaceChildren(forgotten);
    forgotten.focus();
  });
  box.append(element("p", message(remembered)), button);
  box.className = "forget";
  return box;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
