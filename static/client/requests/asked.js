/* What the server is asked for before the questionnaire is shown, again and again until it answers. */

import { read } from "./request.js";
import { waitBefore } from "./waiting.js";
import { isSilent } from "./who_answers.js";

const LATEST = 253_402_300_800; // seconds: the year 10,000
const early = (globalThis.early ??= new Map()); // what early.js has asked for, by its address

/** What `reads` makes of the bytes at `url`, or null where there are none for anyone: the survey is unknown.
 *
 * Whatever else answers than a server of surveys says neither, nor does what `reads` makes nothing of: `onWait` is told
 * why there is nothing yet, and it is asked again, until `over` is aborted. After a second foreign answer it is told, too,
 * that there seems to be a gate before the server, which the page itself got through.
 */
export async function ask(url, reads, credentials, onWait, over) {
  let foreign = 0;
  for (let attempt = 0; ; attempt += 1) {
    const { status, bytes, problem } = await (begun(url) ?? read(url, { credentials }));
    const said = status === 200 && bytes && reads(bytes);
    if (said) return said;
    if ((status === 404 && problem) || over.aborted) return null;
    const reason = whyNotYet(status, problem);
    foreign += reason === "not_the_server_yet";
    onWait(reason, foreign > 1);
    await waitBefore(attempt);
  }
}

function whyNotYet(status, problem) {
  if (!navigator.onLine) return "no_network_yet";
  return problem || isSilent(status) ? "no_answer_yet" : "not_the_server_yet";
}

/** The attempt to read this address that was begun already, once. */
function begun(url) {
  const { href } = new URL(url, location);
  const attempt = early.get(href);
  early.delete(href);
  return attempt;
}

/** The state of the survey as its server says it: booleans and a time, and whatever is none counts as no; null where it
 * is not said whether the survey is open, so that another has answered. */
export function readState(bytes) {
  let said = null;
  try {
    said = JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    // As if nothing were said.
  }
  const { open, token, results, closes } = said ?? {};
  if (typeof open !== "boolean") return null;
  return {
    open, token: token === true, results: results === true,
    closes: Number.isInteger(closes) && 0 < closes && closes < LATEST ? closes : null,
  };
}
