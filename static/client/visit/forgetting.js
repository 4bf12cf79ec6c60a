/* Forgetting what was drawn here: from the receipt, and where the questionnaire cannot be opened any more. */

import { forgetSurvey, idOfWaves } from "../memory/ledger.js";
import { keptOf } from "../memory/leftovers.js";
import { keyOf } from "../memory/places.js";
import { forgetKept } from "../memory/remembered.js";
import { forgetTables } from "../memory/wave_tables.js";
import { byId, make } from "../page/elements.js";
import { forgetting } from "../page/forgetting.js";

/** Takes off the screen what was forgotten in another tab, or since this page was left. */
export function watchForgetting(visit) {
  const { memory } = visit;
  const look = () => {
    if (document.querySelector(".forget") && !visit.forgetting && !memory.marked()) location.reload();
  };
  addEventListener("pageshow", look);
  addEventListener("storage", look);
}

/** Clears this browser's memory of the survey; resolves to what page/forgetting.js says of it. The response goes last: until
 * then it can be forgotten again, should the browser be ended. */
export async function forgetVisit({ survey, memory, ledgerId }) {
  const inTheSum = forgetSurvey(ledgerId);
  if (survey.wavesOf) await forgetTables(survey.wavesOf);
  await memory.forget();
  return { inTheSum, waves: survey.wavesOf };
}

/** Offers to forget the responses to the survey with this id that this browser keeps, if any, below the sentence that
 * says why its questionnaire is not shown. */
export function offerToForget(id) {
  if (!keptOf(id).length) return;
  const kept = make("div");
  kept.append(forgetting(kept, { forgotten: "forgotten_response", forget: () => forgetReports(id) }));
  byId("after-error").after(kept);
}

/** Forgets these responses, and the tables of their waves as far as their name is known, which earlier releases did not
 * keep; resolves to whether their ε stays in the ledger's sum, and whether tables went.
 */
async function forgetReports(id) {
  const gone = { inTheSum: false, waves: false };
  for (const digest of keptOf(id)) {
    const key = keyOf(id, digest);
    const { wavesOf } = JSON.parse(localStorage.getItem(key));
    gone.inTheSum = forgetSurvey(wavesOf ? idOfWaves(wavesOf) : `${id}:${digest}`) || gone.inTheSum;
    if (wavesOf) await forgetTables(wavesOf);
    await forgetKept(key);
    gone.waves ||= wavesOf;
  }
  return gone;
}
