/* No refused form loses its text: this tab stores sent texts until a page confirms that the server took them, and
 * offers them again where they were typed. */

import { REFUSED } from "./settled.js";
import { offerUnsaved } from "./notice.js";
import { forget, keepSent, kept, keyOf } from "./drafts.js";

const TYPED = "textarea, select, input:not([type='hidden'], [type='file'], [type='submit'])";
const { owner } = document.querySelector("script[data-owner]").dataset;

for (const form of document.querySelectorAll("main form[method='post']")) {
  const key = keyOf(owner, new URL(form.action).pathname);
  if ("again" in form.dataset) form.addEventListener("submit", () => sendAgain(key));
  else if (form.id !== "compose" && !("anew" in form.dataset) && !form.querySelector("[type='password']") && fieldsOf(form).length) watch(form, key);
}

function watch(form, key) {
  form.addEventListener("submit", ({ submitter }) => {
    if (submitter?.formMethod !== "dialog") keepSent(key, entriesOf(form)); // Enter, where it sends nothing
  });
  const earlier = kept(key);
  if (!earlier || form.querySelector(REFUSED) || "unsaved" in form.dataset) return;
  const now = JSON.stringify(entriesOf(form));
  if (JSON.stringify(earlier.fields) === now) forget(key);
  else offerUnsaved(form, earlier.at, () => fillIn(form, earlier.fields), () => forget(key));
}

/** Another press sends the stored text, so the page after it settles that, too. */
function sendAgain(key) {
  const earlier = kept(key);
  if (earlier) keepSent(key, earlier.fields);
}

function fieldsOf(form) {
  return [...form.elements].filter((field) => field.name && field.matches(TYPED));
}

/** Name and value of each field that somebody may have filled in, with the original of a text that is translated. */
function entriesOf(form) {
  return fieldsOf(form)
    .filter(({ type, checked }) => !["checkbox", "radio"].includes(type) || checked)
    .map(({ name, value }) => [name, value, originalOf(form, name)]);
}

function originalOf(form, name) {
  return form.elements[`${name}-original`]?.value ?? "";
}

function fillIn(form, fields) {
  for (const field of fieldsOf(form)) {
    const said = fields.filter(([name, , original]) => name === field.name && original === originalOf(form, name));
    if (["checkbox", "radio"].includes(field.type)) field.checked = said.some(([, value]) => value === field.value);
    else if (said.length) [[, field.value]] = said;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}
