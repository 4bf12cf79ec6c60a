/* The line that says how it stands with opening and sending, and the way to real coins. */

import { byId } from "./elements.js";
import { message } from "../messages.js";

const LONGEST_READ = 10_000; // ms

/** Says this sentence: as it goes on, as a `warning` or as an `error`. */
export function say(sentence, look = "") {
  const line = byId("delivery");
  line.className = look;
  line.setAttribute("role", look === "error" ? "alert" : "status");
  line.textContent = sentence;
}

/** Says that the server does not answer, and why; `whileWaiting` offers what can be done meanwhile. */
export function sayWaiting(reason, whileWaiting) {
  hideLoading();
  say(message(reason), "warning");
  whileWaiting?.();
}

/** It takes the place in which this is read. */
function hideLoading() {
  const loading = byId("loading");
  if (loading) loading.hidden = true;
}

/** What `work` with this browser's storage resolves to; says where that does not answer, in the place of the receipt
 * that is on its way. Some browsers' storage never answers on a first visit, and does after a reload. `drawn` as below.
 */
export async function untilAnswered(work, drawn, receipt) {
  const stuck = setTimeout(() => {
    receipt?.hide();
    sayStorageFails({}, drawn);
  }, LONGEST_READ);
  try {
    return await work;
  } finally {
    clearTimeout(stuck);
  }
}

/** Says why this browser's storage fails: a reload helps some of them, and those that fail after it, too, another browser
 * or coins. Where something is `drawn` here these would be a second draw.
 */
export function sayStorageFails({ name }, drawn) {
  const { type } = performance.getEntriesByType("navigation")[0] ?? {};
  if (drawn || (type !== "reload" && !/^(Quota|Secur)/.test(name))) say(message("storage_unreadable"), "error");
  else explainCoinWay(message(name === "QuotaExceededError" ? "storage_full" : "no_storage"));
}

/** Says in the place of the questionnaire why it is not shown, and offers to try again. Real coins would not help
 * against a false questionnaire. */
export function sayRefusedToOpen(name) {
  byId("loading").remove();
  say(message(name), "error");
  const ways = byId("after-error");
  const again = ways.querySelector("button");
  again.hidden = name === "damaged_link"; // it would be the same one
  again.addEventListener("click", () => location.reload());
  ways.hidden = false;
  byId("delivery").focus();
}

/** Offers real coins, with the reason why nothing can be sent from this page. */
export function explainCoinWay(reason) {
  hideLoading();
  say("");
  const way = byId("coin-way");
  way.querySelector("span").textContent = `${reason} ${message("coin_way")}`;
  way.hidden = false;
}
