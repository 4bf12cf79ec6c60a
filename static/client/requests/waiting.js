/* How long is waited before something is tried again. */

import { systemWord, uniformBelow } from "../mechanism.js";

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Resolves when attempt number `attempt` (from 0) has been waited for, `leastMs` at least.
 *
 * Waits double, shortened at random so that a class does not retry in step, and end
 * early when the network returns or the page is looked at again: a locked phone
 * stops the page and its clock.
 */
export function waitBefore(attempt, leastMs = 0) {
  const ms = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  // However long is asked for: nobody keeps the page open for an hour, and a timer of 25 days ends at once.
  const least = Math.min(leastMs, LONGEST_WAIT_MS);
  const shortened = Math.max(ms / 2 + uniformBelow(ms / 2, systemWord), least);
  return new Promise((resolve) => {
    const timer = setTimeout(done, shortened);
    const over = new AbortController();
    const { signal } = over;
    addEventListener("online", done, { signal });
    addEventListener("pageshow", done, { signal });
    document.addEventListener("resume", done, { signal });
    document.addEventListener("visibilitychange", () => document.hidden || done(), { signal });
    function done() {
      clearTimeout(timer);
      over.abort();
      resolve();
    }
  });
}
