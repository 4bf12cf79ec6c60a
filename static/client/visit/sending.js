/* Sending a response that was drawn here, resuming it after a reload, and forgetting it. */

import { deliver } from "../delivery.js";
import { forgetSurvey } from "../memory/ledger.js";
import { forgetTables } from "../memory/wave_tables.js";
import { message } from "../messages.js";
import { showQuestionnaire } from "../page/questionnaire.js";
import { say, sayRefused, sayWaiting, untilAnswered } from "../page/status_line.js";
import { answersAnother } from "./one_question.js";

/** Goes on with a response drawn here before: sends it unless it is stored, then shows it. */
export async function resume(visit, kept) {
  const { place, survey, memory, token, receipt } = visit;
  visit.drawn = true;
  token?.forget(); // a response that waits has it
  hideQuestionnaire();
  let body;
  let { signed } = kept;
  try {
    body = await untilAnswered(readBody(visit, kept), receipt);
  } catch {
    receipt.hide();
    say(message("storage_unreadable"), "error");
    return;
  }
  if (!body) {
    await memory.forget(); // of a response without its reports nothing can be sent
    location.reload();
    return;
  }
  if (answersAnother(survey, body)) {
    location.reload(); // another tab drew it, once this browser had forgotten what this page shows
    return;
  }
  // Another tab may have heard meanwhile that it is stored.
  const acknowledged = kept.acknowledged || !("reports" in JSON.parse(body));
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
      place.handOver?.(body, Boolean(survey.wavesOf));
    }, givenUp.signal);
    const { refused } = answer;
    ({ signed } = answer);
    if (givenUp.signal.aborted) return;
    place.handOver?.(null);
    if (refused?.field === "token" && !survey.token && JSON.parse(body).token) {
      await memory.replaceToken(); // the slips were withdrawn since
      await resume(visit, memory.read());
      return;
    }
    if (refused) {
      sayRefused(refused);
      let onAgain = () => resume(visit, kept); // the same reports, whatever was refused
      if (refused.field === "token") {
        token?.askAgain((typed) => sendWithToken(visit, typed));
        onAgain = token ? null : () => location.reload(); // loaded before the slips, the page has no field
      }
      receipt.refused(onAgain, onForget, [404, 410].includes(refused.status)); // no survey, or a closed one
      return;
    }
    // What was sent is stored, whatever is kept here.
    await memory.acknowledge(Boolean(survey.wavesOf), signed).catch(() => {});
  }
  const second = acknowledged && token?.scanned;
  say(second ? message("slip_not_used") : "");
  receipt.sent(body, signed, () => forget(visit));
}

async function readBody({ survey, memory }, kept) {
  // What an earlier release kept of a wave goes, too.
  if (kept.acknowledged && survey.wavesOf) await memory.acknowledge(true).catch(() => {});
  return memory.body();
}

/** Takes off the screen what was forgotten in another tab, or since this page was left. */
export function watchForgetting(visit) {
  const { memory } = visit;
  const look = () => {
    if (document.querySelector(".forget") && !visit.forgetting && !memory.read()) location.reload();
  };
  addEventListener("pageshow", look);
  addEventListener("storage", look);
}

/** Sends the same reports with another token. */
async function sendWithToken(visit, typed) {
  await visit.memory.replaceToken(typed);
  resume(visit, visit.memory.read());
}

/** Clears this browser's memory of the survey; resolves to what forgetting.js says of it. */
async function forget(visit) {
  const { survey, memory, ledgerId } = visit;
  visit.forgetting = true; // in this tab, which says so itself
  say("");
  hideQuestionnaire();
  const inTheSum = forgetSurvey(ledgerId);
  await memory.forget();
  if (survey.wavesOf) await forgetTables(survey.wavesOf);
  return { inTheSum, waves: survey.wavesOf };
}

function hideQuestionnaire() {
  showQuestionnaire(false);
  for (const id of ["closed", "coins", "spent", "token-again"]) document.getElementById(id).hidden = true;
}
