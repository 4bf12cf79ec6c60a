/* Deletes unsaved drafts in this browser before the next person signs in, and asks their owner first. */

import { say } from "./sentences.js";
import { countKept, forgetAll } from "./unsaved/drafts.js";

const QUESTION = "This browser keeps unsaved changes, of this page or of another. Sign out and lose them?";

for (const form of document.querySelectorAll("form[data-sign-out]")) {
  form.addEventListener("submit", (event) => {
    if (countKept() && !confirm(say(QUESTION))) event.preventDefault();
    else forgetAll();
  });
}
