/* The questionnaire before it is sent: shown empty, answered, read once, cleared.
 *
 * The answers exist only in fields without names. On sending, the fields are cleared; the second script randomizes every
 * answer, the reports are remembered in this browser, and only then is anything sent. Without that script nothing can
 * be sent.
 */

import { answeredBefore } from "../memory/leftovers.js";
import { message } from "../messages.js";
import { byId, make } from "../page/elements.js";
import { followProgress } from "../page/progress.js";
import { buildQuestions, fieldsetsIn, kindOf, sayMissing, showMissing, showQuestionnaire } from "../page/questionnaire.js";
import { showSpent } from "../protection/explanation.js";
import { showPromise } from "../protection/promise.js";
import { secondScript } from "../requests/second_script.js";

const LATE_MS = 2_000; // then it is said why nothing can be sent

/** Prepares the questionnaire and shows it, empty, once the page is complete. */
export function startAnswering(visit) {
  const { survey, memory } = visit;
  const form = byId("answers");
  buildQuestions(form, survey, survey.language);
  showPromise(survey);
  const before = memory && answeredBefore(survey);
  if (before) {
    const words = `${message("answered_before")} ${message("second_draw")}`;
    form.prepend(make("p", { className: "warning" }, words)); // it goes with the questions
  }
  const fieldsets = fieldsetsIn(form);
  fieldsets.forEach((fieldset) => kindOf(fieldset).prepare(fieldset));
  const look = followProgress(form, fieldsets);
  form.addEventListener("submit", submit);
  let after = null; // what the second script gives
  let asked = null; // the server, whether it would take a response; ends once another tab has drawn one
  setTimeout(() => after || (byId("not-yet").hidden = false), LATE_MS);
  secondScript().then((given) => {
    after = given;
    byId("not-yet").hidden = true;
    if (memory && !before) after.sayAskedBefore(survey); // one of the two is enough
    allowSending();
    after.watchWords(survey, fieldsets);
  });
  // As soon as something is typed: on leaving the field it would move Send away from under the finger.
  for (const event of ["input", "change"]) {
    for (const fieldset of fieldsets) {
      fieldset.addEventListener(event, () => {
        showMissing(fieldset, false);
        sayMissing([]);
      });
    }
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
    if (memory?.marked()) {
      asked?.abort();
      visit.drawn = true;
      showQuestionnaire(false);
      secondScript().then(({ resume }) => resume(visit));
      return;
    }
    if (asked) return; // what was read is sent yet
    if (memory) showSpent(survey);
    allowSending();
    look();
    showQuestionnaire(true);
  }

  function allowSending() {
    form.querySelector("button:not([type=button])").disabled = !after;
  }

  function submit(event) {
    event.preventDefault();
    if (visit.drawn || asked || !after) return;
    // Read once, here and now: whoever leaves the page meanwhile finds its fields cleared.
    const answers = fieldsets.map((fieldset) => kindOf(fieldset).answer(fieldset));
    const missing = fieldsets.filter((_, index) => answers[index] === null);
    fieldsets.forEach((fieldset) => showMissing(fieldset, missing.includes(fieldset)));
    sayMissing(fieldsets.length > 1 ? missing.map((fieldset) => fieldsets.indexOf(fieldset) + 1) : []);
    if (missing.length) {
      kindOf(missing[0]).focus(missing[0]);
      return;
    }
    const slip = visit.token?.read();
    if (slip === null) {
      visit.token.focus();
      return;
    }
    showQuestionnaire(false);
    send(answers, slip);
  }

  /** Sends what was read, unless the server would refuse it: then nothing is drawn, and the fields are as they were. */
  async function send(answers, slip) {
    asked = new AbortController();
    await after.drawAndSend(visit, answers, slip, asked.signal, clearAnswers);
    asked = null;
    if (visit.drawn) return;
    showQuestionnaire(true);
    visit.token?.focus();
  }

  function clearAnswers() {
    fieldsets.forEach((fieldset) => kindOf(fieldset).clear(fieldset));
  }
}
