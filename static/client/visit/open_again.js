/* The last minute of a survey, in which Undo may open it again. */

import { message } from "../messages.js";
import { say } from "../page/status_line.js";
import { ask, readState } from "../requests/asked.js";
import { waitBefore } from "../requests/waiting.js";

const AGAIN_MS = 30_000;
const LATE = 9; // an attempt before which is waited as long as ever

/** Waits for the end of the last minute, in which `closes` is a time, and says so; resolves to whether the survey is
 * open again.
 */
export async function waitUntilOpen(base, closes, over = new AbortController().signal) {
  let state = { open: false, closes };
  while (state?.closes && !state.open && !over.aborted) {
    say(message("paused"), "warning");
    await waitBefore(LATE, AGAIN_MS);
    state = await ask(`${base}/state`, readState, "omit", () => {}, over);
  }
  return Boolean(state?.open);
}
