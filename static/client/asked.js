/* What the server is asked for before the questionnaire is shown, again and again until it answers. */

import { waitBefore } from "./waiting.js";

const TIMEOUT_MS = 15_000;
const LARGEST_BYTES = 8_000_000;

/** The bytes at `url`, or null where there are none for anyone: the survey is unknown.
 *
 * Whatever else answers than a server of surveys says neither: `onWait` is told, and it is asked again,
 * until `over` is aborted.
 */
export async function ask(url, credentials, onWait, over) {
  for (let attempt = 0; ; attempt += 1) {
    const { status, bytes, problem } = await once(url, credentials);
    if (status === 200 && bytes) return bytes;
    if ((status === 404 && problem) || over.aborted) return null;
    onWait(navigator.onLine ? "no_answer_yet" : "no_network_yet");
    await waitBefore(attempt);
  }
}

async function once(url, credentials) {
  try {
    const response = await fetch(url, {
      credentials,
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: "manual",
      signal: AbortSignal.timeout?.(TIMEOUT_MS),
    });
    const type = response.headers.get("Content-Type") ?? "";
    const bytes = new Uint8Array(await response.arrayBuffer());
    const json = type.startsWith("application/json") && bytes.length <= LARGEST_BYTES;
    return { status: response.status, bytes: json ? bytes : null, problem: type.includes("json") };
  } catch {
    return {};
  }
}

/** The state of the survey as its server says it: booleans only, and whatever is none counts as no. */
export function readState(bytes) {
  let said = {};
  try {
    said = JSON.parse(new TextDecoder().decode(bytes)) ?? {};
  } catch {
    // As if nothing were said.
  }
  return { open: said.open === true, token: said.token === true, results: said.results === true };
}
