/* Which survey is meant: asked where the file's own address does not say it. */

import { showLedger } from "../page/ledger_table.js";
import { fragmentOf } from "../place.js";

/** Asks for the survey's link, and opens it by this page's own address. */
export function askForLink() {
  const section = document.getElementById("asking");
  const field = section.querySelector("textarea");
  const error = section.querySelector("form .error");
  for (const other of ["loading", "title"]) document.getElementById(other).remove();
  document.getElementById("coins").hidden = true;
  showLedger();
  section.hidden = false;
  section.querySelector("form").addEventListener("submit", (event) => {
    event.preventDefault();
    const fragment = fragmentOf(field.value);
    error.hidden = fragment !== null;
    field.setAttribute("aria-invalid", String(fragment === null));
    if (fragment === null) field.focus();
    else location.hash = fragment; // the page is loaded anew by it
  });
}
