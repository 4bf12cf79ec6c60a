/* Forgetting what was drawn here where the questionnaire cannot be opened any more. */

import { forgetSurvey } from "../memory/ledger.js";
import { keptOf } from "../memory/leftovers.js";
import { keyOf } from "../memory/places.js";
import { forgetKept } from "../memory/remembered.js";
import { byId, make } from "../page/elements.js";
import { forgetting } from "../page/forgetting.js";

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
