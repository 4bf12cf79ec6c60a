/* The receipt: what was sent, shown after it was stored. */

/** Fills `section` with the reports of `body`; `onForget` clears this browser's memory
 * and tells whether the ledger keeps the ε; `reportsAt` is the list of all reports, if
 * there may be one. */
export function showReceipt(section, questions, body, { preview, onForget, reportsAt, waves }) {
  const { reports, response_id: responseId } = JSON.parse(body);
  const list = listReports(questions, [...reports]);
  const id = element("p", "Response id: ");
  id.className = "hint";
  id.append(Object.assign(element("code", responseId), { className: "digest" }));
  const heading = element("h2", preview ? "Preview of the receipt" : "Saved. Thank you.");
  heading.tabIndex = -1;
  section.className = "card receipt";
  section.replaceChildren(
    heading,
    element(
      "p",
      preview
        ? "Nothing was sent. A respondent's device would have sent these reports:"
        : "These reports were sent and stored. Each is your answer or the coin's doing, and " +
            "nobody can be sure which: you can deny every one of them" +
            (questions.some(({ openly }) => openly) ? ", except what was asked openly." : "."),
    ),
    list,
    id,
  );
  if (reportsAt) section.append(amongAll(reportsAt, responseId));
  if (onForget) section.append(forgetButton(section, onForget, waves));
  section.hidden = false;
  heading.focus();
}

/** Where it is listed; the id stays in the fragment, which is never sent. */
function amongAll(reportsAt, responseId) {
  const line = element("p", "Once the results are public, you find it among ");
  line.append(Object.assign(element("a", "all reports"), { href: `${reportsAt}#${responseId}` }), ".");
  return line;
}

/** The reports in words, a line a question; takes them off the front of `reports`. */
function listReports(questions, reports) {
  const list = element("ol");
  for (const question of questions) {
    const line = element("li", `${question.text} `);
    const said = question.items.map(({ text, labels }) => {
      const label = labels[reports.shift()];
      return question.kind === "several" ? `${text}: ${label}` : label;
    });
    line.append(element("strong", said.join("; ")));
    if (question.openly) line.append(element("span", " (asked openly)"));
    list.append(line);
  }
  return list;
}

function forgetButton(section, onForget, waves) {
  const box = element("div");
  const button = element("button", "Forget on this device");
  button.type = "button";
  button.addEventListener("click", async () => {
    const inTheSum = await onForget();
    const forgotten = element(
      "p",
      "This device has forgotten the reports and the survey. The class's figures keep the reports" +
        (inTheSum ? ", and this browser's ledger keeps the survey's ε in its sum." : ".") +
        (waves ? " What was kept for all waves is gone too, so the next one draws anew." : ""),
    );
    forgotten.tabIndex = -1;
    section.replaceChildren(forgotten);
    forgotten.focus();
  });
  box.append(
    element("p", "This browser remembers the reports, not your answers, so that nothing is sent twice."),
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
