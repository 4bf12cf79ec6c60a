/* Drawing a response and sending it, and resuming that after a reload. */

import { deliver } from "../delivery.js";
import { message } from "../messages.js";
import { byId } from "../page/elements.js";
import { showQuestionnaire } from "../page/questionnaire.js";
import { openReceipt } from "../page/receipt.js";
import { refusedInWords } from "./refused.js";
import { say, sayStorageFails, sayWaiting, untilAnswered } from "../page/status_line.js";
import { askForAnother } from "../page/token_again.js";
import { wouldTake } from "./before_draw.js";
import { drawAndKeep, drawResponse } from "./drawing.js";
import { forgetVisit } from "./forgetting.js";
import { answersAnother } from "./one_question.js";

/** Draws the reports of these answers, once, keeps them and sends them; of a preview it shows them only.
 *
 * Before that the server is asked whether it would take them, unless `over` is aborted meanwhile; only where it would is
 * the visit `drawn`, and are the fields `clear`.
 */
export async function drawAndSend(visit, answers, slip, over, clear) {
  const { survey } = visit;
  const receipt = receiptOf(visit);
  receipt.sending();
  if (survey.preview) {
    visit.drawn = true;
    clear();
    receipt.sent(drawResponse(survey, answers, slip));
    return;
  }
  if (!(await wouldTake(visit, slip, receipt, over))) {
    if (over.aborted) return; // the receipt is of what another tab has drawn
    receipt.hide();
    say("");
    return;
  }
  visit.drawn = true;
  clear();
  try {
    await untilAnswered(drawAndKeep(visit, answers, slip), true, receipt);
  } catch (error) {
    receipt.hide();
    sayStorageFails(error);
    return;
  }
  resume(visit);
}

/** Goes on with a response drawn here before: sends it unless it is stored, then shows it. */
export async function resume(visit) {
  const { place, survey, memory, token } = visit;
  const receipt = receiptOf(visit);
  visit.drawn = true;
  token?.forget(); // a response that waits has it
  hideQuestionnaire();
  let kept;
  try {
    kept = await untilAnswered(memory.read(), true, receipt);
  } catch {
    receipt.hide();
    say(message("storage_unreadable"), "error");
    return;
  }
  if (!kept || answersAnother(survey, kept.body)) {
    location.reload(); // forgotten, or another tab drew it once this browser had forgotten what this page shows
    return;
  }
  const { acknowledged, body } = kept;
  let { signed } = kept;
  if (!acknowledged) {
    say("");
    receipt.sending();
    const givenUp = new AbortController();
    const onForget = () => {
      givenUp.abort();
      place.handOver?.(null);
      return forget(visit);
    };
    const answer = await deliver(`${place.base}/responses`, body, survey, (reason) => {
      sayWaiting(reason, place.whileWaiting);
      receipt.waiting(onForget);
      place.handOver?.(body);
    }, givenUp.signal);
    const { refused } = answer;
    ({ signed } = answer);
    if (givenUp.signal.aborted) return;
    place.handOver?.(null);
    if (refused?.field === "token" && !survey.token && JSON.parse(body).token) {
      await memory.replaceToken(); // the slips were withdrawn since
      await resume(visit);
      return;
    }
    if (refused) {
      say(refusedInWords(refused), "error");
      let onAgain = () => resume(visit); // the same reports, whatever was refused
      if (refused.field === "token") {
        if (token) askForAnother(token, (typed) => sendWithToken(visit, typed));
        onAgain = token ? null : () => location.reload(); // loaded before the slips, the page has no field
      }
      if (refused.status === 410) onAgain = null; // closing is final
      receipt.refused(onAgain, onForget, [404, 410].includes(refused.status)); // no survey, or a closed one
      return;
    }
    // What was sent is stored, whatever is kept here.
    await memory.acknowledge(signed).catch(() => {});
  }
  const second = acknowledged && token?.scanned;
  say(second ? message("slip_not_used") : "");
  receipt.sent(body, signed, () => forget(visit));
}

function receiptOf(visit) {
  return (visit.receipt ??= openReceipt(byId("receipt"), visit.survey));
}

/** Sends the same reports with another token. */
async function sendWithToken(visit, typed) {
  await visit.memory.replaceToken(typed);
  resume(visit);
}

function forget(visit) {
  visit.forgetting = true; // in this tab, which says so itself
  say("");
  hideQuestionnaire();
  return forgetVisit(visit);
}

function hideQuestionnaire() {
  showQuestionnaire(false);
  for (const id of ["closed", "coins", "spent", "token-again"]) document.getElementById(id).hidden = true;
}
