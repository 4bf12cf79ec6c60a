/* Leaves nothing unsaved in this browser for whoever signs in next, and asks before it takes it from its owner. */

import { say } from "./sentences.js";
import { countKept, forgetAll } from "./unsaved/drafts.js";

const QUESTION = "This browser keeps unsaved changes, of this page or of another. Sign out and lose them?";

for (const form of document.querySelectorAll("form[data-sign-out]")) {
  form.addEventListener("submit", (event) => {
    if (countKept() && !confirm(say(QUESTION))) event.preventDefault();
    else forgetAll();
  });
}
