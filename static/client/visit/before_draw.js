/* What the server would refuse: asked once Send is pressed, before anything is drawn. Silence draws nothing. */

import { lookUp } from "../delivery.js";
import { message } from "../messages.js";
import { refusedInWords } from "./refused.js";
import { say, sayWaiting } from "../page/status_line.js";
import { ask, readState } from "../requests/asked.js";
import { waitBefore } from "../requests/waiting.js";

const AGAIN_MS = 30_000;
const LATE = 9; // an attempt before which is waited as long as ever

/** Whether the survey would take a response with this slip. Says why not, where the slip is typed; where the survey is
 * closed, once it is open again, or is closed for good. False, too, once `over` is aborted.
 */
export async function wouldTake({ place, survey, token }, slip, receipt, over) {
  if (survey.unasked) return true; // its questionnaire came as a file, where no server answers
  let silent = false;
  const onWait = (reason) => {
    silent = true;
    receipt.hide();
    sayWaiting(reason.replace("_yet", ""));
  };
  const [state, { refused }] = await Promise.all([
    ask(`${place.base}/state`, readState, "omit", onWait, over),
    slip ? lookUp(`${place.base}/token`, slip, onWait, over) : {},
  ]);
  if (over.aborted) return false;
  if (!state?.open) {
    receipt.hide();
    if (!state || !(await opensAgain(place.base, state.closes, over))) location.reload(); // which says the rest
    return false;
  }
  if (refused && state.token) {
    token.refuse(refusedInWords(refused));
    return false;
  }
  if (silent) {
    say("");
    receipt.sending();
  }
  return true;
}

/** Waits for the end of the last minute, in which `closes` is a time, and says so; resolves to whether the survey is
 * open again.
 */
export async function opensAgain(base, closes, over = new AbortController().signal) {
  let state = { open: false, closes };
  while (state?.closes && !state.open && !over.aborted) {
    say(message("paused"), "warning");
    await waitBefore(LATE, AGAIN_MS);
    state = await ask(`${base}/state`, readState, "omit", () => {}, over);
  }
  return Boolean(state?.open);
}
