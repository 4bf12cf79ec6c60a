/* How many questions are answered, on the button until it sends. Only whether something is marked is looked at, never
 * what. */

import { message } from "../messages.js";
import { kindOf } from "./questionnaire.js";

/** Follows the questions' fieldsets in the form; returns the function that looks anew. */
export function followProgress(form, fieldsets) {
  const send = form.querySelector("button:not([type=button])");
  const ready = send.textContent;
  const all = fieldsets.length;
  let shown = ready;
  form.querySelector(".sending").classList.toggle("sticky", all > 1);
  for (const event of ["input", "change"]) form.addEventListener(event, look);
  form.addEventListener("keydown", keepFromSending);
  document.querySelector(".languages").addEventListener("click", askFirst);
  return look;

  function look() {
    const done = fieldsets.filter(isBegun).length;
    const words = all > 1 && done < all ? message("answered", { done, all }) : ready;
    // Only once they change: a press on a text that is replaced meanwhile is no click in WebKit.
    if (words !== shown) send.textContent = shown = words;
    send.classList.toggle("unready", done < all);
  }

  /** The page in another language begins empty: what is marked is kept nowhere. */
  function askFirst(event) {
    if (event.target.lang && fieldsets.some(isBegun) && !confirm(message("clears"))) event.preventDefault();
  }
}

function isBegun(fieldset) {
  return kindOf(fieldset).begun(fieldset);
}

/** Enter in a field would send what is not finished. */
function keepFromSending(event) {
  if (event.key === "Enter" && !event.target.matches("button, a")) event.preventDefault();
}
