/* Asks before a page with edits that are not saved is left; a browser words the question itself.
 *
 * A form marked data-unsaved was sent back and not saved, so its text would be lost, too.
 */

import { isEdited } from "./edited.js";

const forms = [...document.querySelectorAll("form[data-kept-by-saving]")];
let saving = false;

for (const form of forms) form.addEventListener("submit", () => (saving = true));
addEventListener("pageshow", () => (saving = false)); // back again, by the browser's button
addEventListener("beforeunload", (event) => {
  if (!saving && forms.some((form) => "unsaved" in form.dataset || isEdited(form))) event.preventDefault();
});
