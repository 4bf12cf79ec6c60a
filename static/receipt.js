/* The receipt: what was sent, shown after it was stored. */

import { message } from "./messages.js";

/** Fills `section` with the reports of `body`, if it has any still; `onForget` clears this browser's memory
 * and tells whether the ledger keeps the ε. */
export function showReceipt(section, survey, body, { preview, onForget }) {
  const { reports, response_id: responseId } = JSON.parse(body);
  const id = element("p", `${message("response_id")} `);
  id.className = "hint";
  id.append(Object.assign(element("code", responseId), { className: "digest", dir: "ltr" }));
  const heading = element("h2", message(preview ? "preview" : "saved"));
  heading.tabIndex = -1;
  section.className = "card receipt";
  section.replaceChildren(
    heading,
    ...(reports ? said(survey, reports, preview) : []),
    id,
  );
  if (survey.reports_at) section.append(amongAll(survey.reports_at, responseId));
  if (onForget) section.append(forgetButton(section, onForget, survey.waves_of));
  section.hidden = false;
  heading.focus();
}

/** What was sent, with what it means. */
function said(survey, reports, preview) {
  const openly = survey.questions.some((question) => question.openly);
  const name = preview ? "preview_reports" : openly ? "saved_reports_openly" : "saved_reports";
  return [element("p", message(name)), listReports(survey, [...reports])];
}

/** Where it is listed; the id stays in the fragment, which is never sent. */
function amongAll(reportsAt, responseId) {
  const [before, after] = message("among_all", { link: "\n" }).split("\n");
  const line = element("p", before);
  line.append(Object.assign(element("a", message("all_reports")), { href: `${reportsAt}#${responseId}` }), after);
  return line;
}

/** The reports in words, a line a question; takes them off the front of `reports`. */
function listReports({ questions, language }, reports) {
  const list = element("ol");
  for (const question of questions) {
    const line = element("li");
    const said = element("strong");
    for (const { text, labels } of question.items) {
      const report = reports.shift();
      if (said.hasChildNodes()) said.append("; ");
      if (question.kind === "several") said.append(own(text), ": ");
      said.append(
        ["yes/no", "several"].includes(question.kind)
          ? element("bdi", message(report ? "yes" : "no"))
          : own(labels[report]),
      );
    }
    line.append(own(question.text), " ", said);
    if (question.openly) line.append(element("span", ` ${message("asked_openly")}`));
    list.append(line);
  }
  return list;

  /** The instrument's own words. */
  function own(words) {
    return Object.assign(element("bdi", words), language);
  }
}

function forgetButton(section, onForget, waves) {
  const box = element("div");
  const button = element("button", message("forget"));
  button.type = "button";
  button.addEventListener("click", async () => {
    const inTheSum = await onForget();
    const sentences = [message(inTheSum ? "forgotten_but_sum" : "forgotten")];
    if (waves) sentences.push(message("forgotten_waves"));
    const forgotten = element("p", sentences.join(" "));
    forgotten.tabIndex = -1;
    section.replaceChildren(forgotten);
    forgotten.focus();
  });
  box.append(
    element("p", message(waves ? "remembers_waves" : "remembers")),
    button,
  );
  box.className = "forget";
  return box;
}

function element(name, text = "") {
  const made = document.createElement(name);
  made.textContent = text;
  return made;
}
