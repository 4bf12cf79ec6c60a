/* Forgetting what was drawn here: from the receipt, and where the questionnaire cannot be opened any more. */

import { forgetSurvey } from "../memory/ledger.js";
import { keptOf } from "../memory/leftovers.js";
import { keyOf } from "../memory/places.js";
import { forgetKept } from "../memory/remembered.js";
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

/** Clears this browser's memory of the survey; resolves to whether its ε stays in the ledger's sum. The response goes
 * last: until then it can be forgotten again, should the browser be ended. */
export async function forgetVisit({ memory, ledgerId }) {
  const inTheSum = forgetSurvey(ledgerId);
  await memory.forget();
  return inTheSum;
}

/** Offers to forget the responses to the survey with this id that this browser keeps, if any, below the sentence that
 * says why its questionnaire is not shown. */
export function offerToForget(id) {
  if (!keptOf(id).length) return;
  const kept = make("div");
  kept.append(forgetting(kept, { forgotten: "forgotten_response", forget: () => forgetReports(id) }));
  byId("after-error").after(kept);
}

/** Forgets these responses; resolves to whether their ε stays in the ledger's sum. */
async function forgetReports(id) {
  let inTheSum = false;
  for (const digest of keptOf(id)) {
    inTheSum = forgetSurvey(`${id}:${digest}`) || inTheSum;
    await forgetKept(keyOf(id, digest));
  }
  return inTheSum;
}
