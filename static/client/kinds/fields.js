/* Fields in which answers are given. None has a name: a form can then send nothing truthful,
 * whatever happens to the script. */

import { make } from "../page/elements.js";
import { chosenValue, clearRadios, groupRadios } from "./radios.js";

/** How fields that are ticked tell whether one is, never which, and take the focus. */
export const TICKED = {
  begun: (fieldset) => fieldset.querySelector(":checked") !== null,
  focus: (fieldset) => fieldset.querySelector("input").focus(),
};

/** How a group of radio buttons is prepared, read and cleared. */
export const RADIOS = { ...TICKED, role: "radiogroup", prepare: groupRadios, answer: chosenValue, clear: clearRadios };

/** Radio buttons: a value and its label each; `listed` stand below one another. */
export function radios(offered, className = "") {
  const labels = offered.map(([value, label]) => {
    return make("label", {}, make("input", { type: "radio", value, autocomplete: "off" }), " ", label);
  });
  return make("div", { className: `options ${className}`.trim() }, ...labels);
}

export function checkbox(label) {
  return make("label", {}, make("input", { type: "checkbox", autocomplete: "off" }), " ", label);
}
