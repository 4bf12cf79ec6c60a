/* Leaves nothing unsaved in this browser for whoever signs in next. */

import { forgetAll } from "./unsaved_drafts.js";

for (const form of document.querySelectorAll("form[data-sign-out]")) form.addEventListener("submit", forgetAll);
