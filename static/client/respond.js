/* The respondent's page: answers stay in it, reports leave it.
 *
 * All that it shows and draws comes from the questionnaire's own bytes, whose digest it has
 * computed; beside them the server says only whether the survey is open, whether a token is
 * needed and whether results are public.
 *
 * A visit is what this page's life is about: {place, survey, memory, ledgerId, token, receipt,
 * drawn}, where
 * `drawn` says whether its reports are decided.
 */

import { byId } from "./page/elements.js";
import { startAnswering } from "./visit/answering.js";
import { Refused } from "./instrument.js";
import { idOfWaves } from "./memory/ledger.js";
import { keepsUnsent } from "./memory/leftovers.js";
import { openMemory } from "./memory/remembered.js";
import { message } from "./messages.js";
import { openSurvey } from "./opening.js";
import { keepFragment, showAround } from "./page/around.js";
import { showTitle } from "./page/questionnaire.js";
import { openReceipt } from "./page/receipt.js";
import { explainCoinWay, say, sayRefusedToOpen, sayWaiting, untilAnswered } from "./page/status_line.js";
import { openToken } from "./page/token.js";
import { showSupport, showWhoAsks } from "./page/who_asks.js";
import { readLink } from "./place.js";
import { explain } from "./protection/explanation.js";
import { withDrawnQuestion } from "./visit/one_question.js";
import { resume, watchForgetting } from "./visit/sending.js";

/** Opens the survey at this place, see place.js, on the page.
 *
 * `given`, a promise of {bytes, state}, is the questionnaire from elsewhere; `whileWaiting` is called
 * whenever the server does not answer, and `handOver` with the response that could not be
 * sent yet and whether it is of waves, then with null.
 */
export async function respond(place) {
  try {
    await open(place);
  } catch (error) {
    if (error instanceof Refused) {
      sayRefusedToOpen(error.message, place.id);
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
  if (!globalThis.crypto?.getRandomValues) {
    explainCoinWay(message("no_random_numbers"));
    return;
  }
  const link = readLink(location.hash);
  const survey = await openSurvey(place, link, (reason) => {
    // What was drawn here before waits, too.
    sayWaiting(keepsUnsent(place.id) ? reason.replace("_yet", "") : reason, place.whileWaiting);
  });
  if (survey) await show(place, survey);
}

/** Shows the survey: what was drawn here before, or else the questionnaire. */
async function show(place, whole) {
  const { id, digest, wavesOf, preview, open, token: withToken } = whole;
  // Beside the tables of waves its reports would tell the answers; a token is nobody else's business.
  const memory = preview ? null : openMemory(id, digest, Boolean(wavesOf || withToken), wavesOf);
  const kept = memory?.read();
  const asked = kept || preview || (open && memory);
  let survey = whole;
  try {
    if (asked) survey = await untilAnswered(withDrawnQuestion(whole, memory));
  } catch {
    if (kept) byId("loading").remove();
    if (kept) say(message("storage_unreadable"), "error");
    else explainCoinWay(message("no_storage")); // what was drawn could not be remembered
    return;
  }
  say("");
  byId("loading").remove();
  showTitle(survey, survey.language);
  showAround(survey);
  showWhoAsks(survey);
  showSupport(survey);
  explain(survey);
  // Of the survey's id too: a copy of a survey has the same digest, and is drawn for and paid for anew.
  // Waves are paid for once, and so have one line in the ledger.
  const ledgerId = wavesOf ? idOfWaves(wavesOf) : `${id}:${digest}`;
  const token = open && withToken ? openToken(id) : null;
  if (!token) byId("token-card").remove();
  if (open && !memory && !preview) {
    explainCoinWay(message("no_storage"));
    return;
  }
  const receipt = openReceipt(byId("receipt"), survey);
  const visit = { place, survey, memory, ledgerId, token, receipt, drawn: false };
  watchForgetting(visit);
  if (kept) resume(visit, kept);
  else if (open) startAnswering(visit);
  else byId("closed").hidden = false;
}
