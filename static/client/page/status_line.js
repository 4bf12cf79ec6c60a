/* The line that says how it stands with opening and sending, and the way to real coins. */

import { byId } from "./elements.js";
import { message, refusal, whole } from "../messages.js";

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
  const loading = byId("loading");
  if (loading) loading.hidden = true; // it takes the place in which this is read
  say(message(reason), "warning");
  whileWaiting?.();
}

/** What `work` with this browser's storage resolves to; says where that does not answer, in the place of the receipt
 * that is on its way. Some browsers' storage never answers on a first visit, and does after a reload.
 */
export async function untilAnswered(work, receipt) {
  const stuck = setTimeout(() => {
    receipt?.hide();
    sayWaiting("storage_unreadable");
  }, LONGEST_READ);
  try {
    return await work;
  } finally {
    clearTimeout(stuck);
  }
}

/** Says why this browser's storage fails, which was asked before anything was drawn or sent. */
export function sayStorageFails({ name }) {
  if (name === "QuotaExceededError") explainCoinWay(message("storage_full"));
  else if (name === "SecurityError") explainCoinWay(message("no_storage"));
  else say(message("storage_unreadable"), "error");
}

/** Says in the place of the questionnaire why it is not shown, and offers to try again. Real coins would not help
 * against a false questionnaire. */
export function sayRefusedToOpen(name) {
  byId("loading").remove();
  say(message(name), "error");
  const ways = byId("after-error");
  const [again] = ways.children;
  again.hidden = name === "damaged_link"; // it would be the same one
  again.addEventListener("click", () => location.reload());
  ways.hidden = false;
  byId("delivery").focus();
}

/** Says why the server did not take the response. */
export function sayRefused({ detail, status, wait }) {
  // Within an hour: a number of the server's choice would be a text of its own.
  const minutes = Math.ceil(Math.min(Math.max(wait, 1), 3600) / 60);
  const words =
    status === 429 ? message("throttled", { minutes: whole(minutes) }, minutes) : refusal(detail, status);
  say(words, "error");
}

/** Offers real coins, with the reason why nothing can be sent from this page unless that is said already. */
export function explainCoinWay(reason = "") {
  byId("loading")?.remove();
  const way = byId("coin-way");
  way.querySelector("span").textContent = `${reason} ${message("coin_way")}`;
  way.hidden = false;
}
