/* The questionnaire's own words, where the browser has changed those of the page. */

import { buttonFor, byId, make } from "../page/elements.js";
import { buildQuestions, fieldsetsIn, kindOf, showMissing, showTitle } from "../page/questionnaire.js";
import { message } from "../messages.js";

/** Says whenever the words of these fieldsets are not the questionnaire's, and shows those at a tap, where no
 * translation reaches them. What is answered stays: the fields do.
 */
export function showOriginal(survey, fieldsets) {
  const words = anew().map(({ textContent }) => textContent);
  const [first] = fieldsets;
  const said = make("p", { className: "warning", role: "status" },
    buttonFor(message("reworded"), restore, { className: "link" }));
  first.form.prepend(said);
  new MutationObserver(look).observe(first.form, { childList: true, characterData: true, subtree: true });
  look();

  function look() {
    said.hidden = fieldsets.every((each, place) => each.textContent === words[place] && !each.querySelector("font"));
  }

  function restore() {
    byId("main").translate = false;
    showTitle(survey, survey.language);
    anew().forEach((own, place) => {
      const shown = fieldsets[place];
      const fields = [...shown.elements];
      [...own.elements].forEach((field, index) => field.replaceWith(fields[index]));
      shown.replaceChildren(...own.children);
      showMissing(shown, shown.hasAttribute("aria-invalid"));
    });
    kindOf(first).focus(first);
  }

  /** The questions' fieldsets as this page has made them. */
  function anew() {
    const form = make("form");
    buildQuestions(form, survey, survey.language);
    return fieldsetsIn(form);
  }
}
