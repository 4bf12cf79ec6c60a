/* Forgetting what was drawn here, from the receipt. */

import { forgetSurvey } from "../memory/ledger.js";

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
