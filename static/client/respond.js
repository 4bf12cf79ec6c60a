/* The respondent's page: answers stay in it, reports leave it.
 *
 * All that it shows and draws comes from the questionnaire's own bytes, whose digest it has
 * computed; beside them the server says only whether the survey is open, whether a token is
 * needed and whether results are public.
 *
 * A visit is what this page's life is about: {place, survey, memory, ledgerId, token, drawn}, where `drawn` says whether
 * its reports are decided; from then on it has a `receipt`.
 */

import { byId } from "./page/elements.js";
import { startAnswering } from "./visit/answering.js";
import { Refused } from "./instrument.js";
import { bringEarlier } from "./memory/earlier.js";
import { keepsUnsent } from "./memory/leftovers.js";
import { openMemory } from "./memory/remembered.js";
import { message } from "./messages.js";
import { openSurvey } from "./opening.js";
import { keepFragment, showAround } from "./page/around.js";
import { showTitle } from "./page/questionnaire.js";
import { explainCoinWay, say, sayRefusedToOpen, sayStorageFails, sayWaiting, untilAnswered } from "./page/status_line.js";
import { openToken } from "./page/token.js";
import { showSupport, showWhoAsks } from "./page/who_asks.js";
import { readLink } from "./place.js";
import { explain } from "./protection/explanation.js";
import { secondScript } from "./requests/second_script.js";
import { withDrawnQuestion } from "./visit/one_question.js";

/** Opens the survey at this place, see place.js, on the page.
 *
 * `given`, a promise of {bytes, state}, is the questionnaire from elsewhere; `whileWaiting` is called
 * whenever the server does not answer, and `handOver` with the response that could not be
 * sent yet, then with null.
 */
export async function respond(place) {
  try {
    await open(place);
  } catch (error) {
    if (error instanceof Refused) {
      sayRefusedToOpen(error.message);
      (await (await secondScript()).thirdScript(true)).offerToForget(place.id);
      return;
    }
    byId("coin-way").hidden = false;
    throw error; // a fault of this page is said in the console
  }
}

async function open(place) {
  const coinWay = byId("coin-way");
  coinWay.hidden = true;
  coinWay.classList.remove("late");
  keepFragment();
  const lack = lackOf(globalThis);
  if (lack) {
    explainCoinWay(message(lack));
    return;
  }
  if (!place.preview) bringEarlier().catch(() => {}); // while the server is waited for; `recall` says what fails
  const link = readLink(location.hash);
  const survey = await openSurvey(place, link, (reason, gate) => {
    // What was drawn here before waits, too: coins would be a second draw.
    const unsent = keepsUnsent(place.id);
    if (gate && !unsent) explainCoinWay(message("gate"));
    else sayWaiting(unsent ? reason.replace("_yet", "") : reason, place.whileWaiting);
  });
  if (survey) await show(place, survey);
}

/** What this browser lacks, as a message's name; undefined if it has all that is needed. */
function lackOf({ crypto, Object }) {
  if (!crypto?.getRandomValues) return "no_random_numbers";
  return Object.hasOwn ? undefined : "too_old"; // of 2021, as the youngest of all that the client calls
}

/** Shows the survey: what was drawn here before, or else the questionnaire. */
async function show(place, whole) {
  const { id, digest, wavesOf, preview, open, closes, token: withToken } = whole;
  // Of the survey's id too: a copy of a survey has the same digest, and is drawn for and paid for anew.
  const ledgerId = `${id}:${digest}`;
  const memory = preview ? null : openMemory(id, digest);
  const second = secondScript();
  let survey = whole;
  let kept;
  const drawn = memory?.marked();
  try {
    kept = await recall({ survey, memory, ledgerId });
    if (kept || preview || (open && memory)) survey = await untilAnswered(withDrawnQuestion(whole, memory), drawn);
  } catch (error) {
    if (open || drawn) {
      sayStorageFails(error, drawn);
      return;
    }
  }
  say("");
  byId("coin-way").hidden = true;
  if (wavesOf && !kept && !preview) throw new Refused("earlier_release");
  const after = kept && (await second); // the questionnaire needs none of it
  byId("loading").remove();
  showTitle(survey, survey.language);
  showAround(survey);
  showWhoAsks(survey);
  showSupport(survey);
  explain(survey);
  const token = open && withToken ? openToken(id) : null;
  if (!token) byId("token-card").remove();
  if (open && !memory && !preview) {
    explainCoinWay(message("no_storage"));
    return;
  }
  const visit = { place, survey, memory, ledgerId, token, drawn: false };
  second.then(({ watchForgetting }) => watchForgetting(visit));
  if (kept) after.resume(visit);
  else if (open) startAnswering(visit);
  else {
    byId("closed").hidden = closes; // a time in the last minute, in which Undo may open it again
    if (closes) {
      await (await (await second).thirdScript(true)).waitUntilOpen(place.base, closes);
      location.reload();
    }
  }
}

/** The response that was drawn here before, or null. Where the browser was killed, the last seconds of localStorage are
 * lost: mark and ledger are then made to say what IndexedDB does. */
async function recall(visit) {
  const { memory } = visit;
  const marked = memory?.marked(); // asked first: another tab marks what it has drawn last
  const kept = await untilAnswered(memory?.read(), marked);
  if (!memory || Boolean(kept) === marked) return kept;
  const { forgetVisit, record } = await secondScript();
  await untilAnswered(kept ? record(visit) : forgetVisit(visit), true);
  return kept;
}
