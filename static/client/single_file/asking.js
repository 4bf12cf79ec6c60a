/* Which survey is meant: asked where the file's own address does not say it. */

import { showLedger } from "../page/ledger_table.js";
import { parsed, placeAt, readLink, saidIn } from "../place.js";

// Hosts of a room's own network: there is no https for them.
const NAMED_HERE = /^(localhost|[\d.]+|[\w-]+\.local)[:/]/i;

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

/** The fragment of this page for a survey's link, as it was typed, or copied with the words around it; null if there is
 * no such link, or a damaged one. */
function fragmentOf(pasted) {
  const [typed] = pasted.replace(/%(25)*23/, "#").match(/https?:\/\/\S+/i) ?? [pasted.trim()];
  const scheme = NAMED_HERE.test(typed) ? "http" : "https";
  const url = parsed((typed.includes("://") ? typed : `${scheme}://${typed}`).replace(/[^\w/=]+$/, ""));
  const { digest, key, address } = readLink(url?.hash ?? "");
  const place = url && (placeAt(url.origin + url.pathname) ?? placeAt(address ?? "")); // of another copy of this file
  if (!place || digest === undefined || key === undefined) return null;
  const said = saidIn(url.hash);
  said.set("s", place.base);
  const { language } = readLink(location.hash);
  if (language) said.set("lang", language);
  return `#${said}`;
}
