/* How far the respondent is, and that Send is ready. Only whether something is marked is looked at, never what. */

import { message } from "../messages.js";
import { kindOf } from "./questionnaire.js";

const MOST_WITHOUT_PROGRESS = 5;

/** Follows the questions' fieldsets in the form; returns the function that looks anew. */
export function followProgress(form, fieldsets) {
  const [bar, line] = ["progress", "answered"].map((id) => document.getElementById(id));
  const send = form.querySelector("button:not([type=button])");
  const long = fieldsets.length > MOST_WITHOUT_PROGRESS;
  const several = fieldsets.length > 1;
  bar.hidden = !long;
  bar.max = fieldsets.length;
  line.classList.toggle("unseen", !long);
  form.querySelector(".sending").classList.toggle("sticky", several);
  for (const event of ["input", "change"]) form.addEventListener(event, look);
  form.addEventListener("keydown", keepFromSending);
  document.querySelector(".languages").addEventListener("click", askFirst);
  return look;

  function look() {
    const done = fieldsets.filter(isBegun).length;
    bar.value = done;
    line.textContent = message("answered", { done, all: fieldsets.length });
    send.classList.toggle("unready", done < fieldsets.length);
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
