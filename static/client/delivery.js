/* Sending one response until the server has acknowledged it. */

import { signedBy } from "./acknowledgement.js";
import { PROBLEM_TYPE, send } from "./requests/request.js";
import { isSilent, TRIED_AGAIN } from "./requests/who_answers.js";
import { evenIfLeft } from "./shown_again.js";
import { waitBefore } from "./requests/waiting.js";

// As the server's sentences on tokens begin: see survey/client_build/refusals.py.
const UNKNOWN = "This token is not known ";
const SPENT = "This token has been used";

/** Posts `body` until it is stored; resolves to {signed}, as signedBy of acknowledgement.js has it, or if it was
 * refused to {refused}, what the server says of it: {detail, field, status, wait}. `detail` is null if it says nothing;
 * `wait` is in seconds.
 *
 * Only an answer that names this response as stored, signed with the key that the link names if it names one, says so,
 * and only a problem document refuses it: a network that wants its users to sign in answers 200 to
 * anything, or 404, with a page of its own.
 *
 * Every attempt sends the same bytes, so arriving twice does no harm. `onWait` is told
 * when an attempt has failed, and why: "no_network", "no_answer", "wrong_signature" or, if something
 * else than a server of surveys answers, "not_the_server". Once `over` is aborted, nothing is tried again
 * or told, and it resolves to {}.
 */
export function deliver(url, body, { code, key }, onWait, over) {
  const response = JSON.parse(body);
  return postAgain(url, body, (answer) => {
    if (!isStored(answer, response.response_id)) return null;
    const signed = signedBy(answer.said, code, response, key);
    return signed ? { signed } : { reason: "wrong_signature" };
  }, onWait, over);
}

/** Posts a token until it is said whether it would be taken; resolves to {} if so, or to {refused} as above. */
export function lookUp(url, token, onWait, over) {
  return postAgain(url, JSON.stringify({ token }), ({ status, said }) => {
    if (status !== 200 || typeof said?.known !== "boolean") return null;
    return said.known && !said.spent ? {} : { refused: { detail: said.spent ? SPENT : UNKNOWN, status: 403 } };
  }, onWait, over);
}

/** Posts the body until `reads` makes of the answer what this resolves to, or it is refused: {refused}. A `reason` of
 * what it makes says why that counts for nothing.
 */
async function postAgain(url, body, reads, onWait, over) {
  for (let attempt = 0; !over.aborted; attempt += 1) {
    const answer = await evenIfLeft(() => post(url, body));
    const read = reads(answer);
    if (read && !read.reason) return read;
    if (isRefused(answer)) return { refused: problemOf(answer) };
    if (over.aborted) break;
    onWait(read?.reason ?? whyNot(answer));
    await waitBefore(attempt, answer.wait * 1000);
  }
  return {};
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
  return isSilent(status) ? "no_answer" : "not_the_server";
}

/** One attempt: the status, undefined for none; what was said, undefined if it is no JSON; the seconds to wait. */
async function post(url, body) {
  try {
    const headers = { "Content-Type": "application/json" };
    const response = await send(url, { method: "POST", headers, body });
    const said = await response.json().catch(() => undefined);
    const wait = Number(response.headers.get("Retry-After")) || 0;
    const problem = (response.headers.get("Content-Type") ?? "").startsWith(PROBLEM_TYPE);
    return { status: response.status, said, problem, wait };
  } catch {
    return { wait: 0 }; // no network, or no answer in time
  }
}
