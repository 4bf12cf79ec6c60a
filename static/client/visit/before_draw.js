/* What the server would refuse: asked once Send is pressed, before anything is drawn. Silence draws nothing. */

import { lookUp } from "../delivery.js";
import { byId } from "../page/elements.js";
import { refusedInWords } from "./refused.js";
import { say, sayWaiting } from "../page/status_line.js";
import { ask, readState } from "../requests/asked.js";
import { thirdScript } from "../requests/third_script.js";

/** Whether the survey would take a response with this slip. Says why not, where the slip is typed; where the survey is
 * closed, once it is open again, or is closed for good. False, too, once `over` is aborted.
 */
export async function wouldTake({ place, survey, token }, slip, receipt, over) {
  if (survey.unasked) return true; // its questionnaire came as a file, where no server answers
  const onWait = (reason) => {
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
    const { waitUntilOpen } = await thirdScript(true);
    if (!(await waitUntilOpen(place.base, state?.closes, over))) location.reload(); // which says the rest
    return false;
  }
  if (refused && state.token) {
    token.refuse(refusedInWords(refused));
    return false;
  }
  if (byId("receipt").hidden) receipt.sending(); // it was waited for
  say("");
  return true;
}
