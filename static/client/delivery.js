/* Sending one response until the server has acknowledged it. */

import { evenIfLeft } from "./shown_again.js";
import { waitBefore } from "./waiting.js";

const TIMEOUT_MS = 15_000;
const TRIED_AGAIN = [408, 429]; // too slow, or too many from one network: no word on this response
const PROBLEM_TYPE = "application/problem+json"; // RFC 9457; a network's own 403 has another
const SIGN_IN_FIRST = 511; // to the network (RFC 6585)

/** Posts `body` until it is stored; resolves to null, or if it was refused to what the
 * server says of it: {detail, field, status, wait}. `detail` is null if it says nothing;
 * `wait` is in seconds.
 *
 * Only an answer that names this response as stored says so, and only a problem document refuses it: a network
 * that wants its users to sign in answers 200 to anything, or 404, with a page of its own.
 *
 * Every attempt sends the same bytes, so arriving twice does no harm. `onWait` is told
 * when an attempt has failed, and why: "no_network", "no_answer" or, if something else than a
 * server of surveys answers, "not_the_server".
 */
export async function deliver(url, body, onWait) {
  const { response_id: id } = JSON.parse(body);
  for (let attempt = 0; ; attempt += 1) {
    const answer = await evenIfLeft(() => post(url, body));
    if (isStored(answer, id)) return null;
    if (isRefused(answer)) return problemOf(answer);
    onWait(whyNot(answer));
    await waitBefore(attempt, answer.wait * 1000);
  }
}

function isStored({ status, said }, id) {
  return (
    [200, 201].includes(status) && ["new", "already"].includes(said?.stored) && said.response_id === id
  );
}

function isRefused({ status, said, problem }) {
  if (!problem || said === undefined || status < 400 || status > 499) return false;
  return !TRIED_AGAIN.includes(status) || said?.field === "token"; // this token is what is wrong
}

function problemOf({ status, said, wait }) {
  const detail = typeof said?.detail === "string" ? said.detail : null;
  return { detail, field: said?.field, status, wait };
}

function whyNot({ status }) {
  if (!navigator.onLine) return "no_network";
  const silent = status === null || status >= 500 || TRIED_AGAIN.includes(status);
  return silent && status !== SIGN_IN_FIRST ? "no_answer" : "not_the_server";
}

/** One attempt: the status, or null; what was said, undefined if it is no JSON; the seconds to wait. */
async function post(url, body) {
  try {
    const response = await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: "manual", // its answer has the status 0
      signal: AbortSignal.timeout?.(TIMEOUT_MS), // older browsers have a limit of their own
    });
    const said = await response.json().catch(() => undefined);
    const wait = Number(response.headers.get("Retry-After")) || 0;
    const problem = (response.headers.get("Content-Type") ?? "").startsWith(PROBLEM_TYPE);
    return { status: response.status, said, problem, wait };
  } catch {
    return { status: null, said: undefined, wait: 0 }; // no network, or no answer in time
  }
}
