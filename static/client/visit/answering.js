/* The questionnaire before it is sent: shown empty, answered, read once, cleared.
 *
 * The answers exist only in fields without names. On sending, every one is randomized, the
 * reports are remembered in this browser, the fields are cleared, and only then is anything sent.
 */

import { drawAndKeep, drawResponse } from "./drawing.js";
import { answeredBefore } from "../memory/leftovers.js";
import { message } from "../messages.js";
import { byId } from "../page/elements.js";
import { paragraphOf } from "../page/forgetting.js";
import { followProgress } from "../page/progress.js";
import { buildQuestions, fieldsetsIn, kindOf, showMissing, showQuestionnaire } from "../page/questionnaire.js";
import { explainCoinWay, say, untilAnswered } from "../page/status_line.js";
import { showSpent } from "../protection/explanation.js";
import { showPromise } from "../protection/promise.js";
import { resume } from "./sending.js";

/** Prepares the questionnaire and shows it, empty, once the page is complete. */
export function startAnswering(visit) {
  const { survey, memory } = visit;
  const form = document.getElementById("answers");
  buildQuestions(form, survey, survey.language);
  showPromise(survey);
  if (memory && answeredBefore(survey)) {
    byId("promise").before(paragraphOf(["answered_before", "second_draw"], "warning"));
  }
  const fieldsets = fieldsetsIn(form);
  fieldsets.forEach((fieldset) => kindOf(fieldset).prepare(fieldset));
  const look = followProgress(form, fieldsets);
  form.addEventListener("submit", submit);
  // As soon as something is typed: on leaving the field it would move Send away from under the finger.
  for (const event of ["input", "change"]) {
    for (const fieldset of fieldsets) fieldset.addEventListener(event, () => showMissing(fieldset, false));
  }
  // Whatever the browser restores, from its back/forward cache or from a form's
  // history, it has restored before pageshow: nothing shown was there before.
  addEventListener("pagehide", clearAnswers);
  addEventListener("pageshow", showEmpty);
  if (document.readyState === "complete") showEmpty(); // the first pageshow is over
  // Another tab has drawn: this one sends the same, and must not draw again.
  addEventListener("storage", (event) => event.key === memory?.key && showEmpty());

  function showEmpty() {
    if (visit.drawn) return;
    clearAnswers();
    const kept = memory?.read();
    if (kept) {
      resume(visit, kept);
      return;
    }
    if (memory) showSpent(survey);
    form.querySelector("button:not([type=button])").disabled = false;
    look();
    showQuestionnaire(true);
  }

  async function submit(event) {
    event.preventDefault();
    if (visit.drawn) return;
    // Read once, here and now: whoever leaves the page meanwhile finds its fields cleared.
    const answers = fieldsets.map((fieldset) => kindOf(fieldset).answer(fieldset));
    const missing = fieldsets.filter((_, index) => answers[index] === null);
    fieldsets.forEach((fieldset) => showMissing(fieldset, missing.includes(fieldset)));
    if (missing.length) {
      missing[0].querySelector("input").focus();
      return;
    }
    const slip = visit.token?.read();
    if (slip === null) {
      visit.token.focus();
      return;
    }
    visit.drawn = true;
    clearAnswers();
    showQuestionnaire(false);
    visit.receipt.sending();
    if (survey.preview) {
      visit.receipt.sent(drawResponse(survey, answers, slip));
      return;
    }
    try {
      resume(visit, await untilAnswered(drawAndKeep(visit, answers, slip), visit.receipt));
    } catch {
      visit.receipt.hide();
      say(message("storage_full"), "error");
      explainCoinWay();
    }
  }

  function clearAnswers() {
    fieldsets.forEach((fieldset) => kindOf(fieldset).clear(fieldset));
  }
}
