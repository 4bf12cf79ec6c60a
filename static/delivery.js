/* Sending one response until the server has acknowledged it. */

import { systemWord, uniformBelow } from "./mechanism.js";

const TIMEOUT_MS = 15_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Posts `body` until it is stored; resolves to null, or if it was refused to what the
 * server says of it: {detail, field, status, wait}. `detail` is null if it says nothing;
 * `wait` is in seconds.
 *
 * Every attempt sends the same bytes, so arriving twice does no harm. Waits
 * double, shortened at random so that a class does not retry in step, and end
 * early when the network returns or the page is looked at again: a locked phone
 * stops the page and its clock. `onWait` is told when an attempt has failed.
 */
export async function deliver(url, body, onWait) {
  for (let attempt = 0; ; attempt += 1) {
    const response = await post(url, body);
    if (response?.ok) {
      response.body?.cancel(); // the status says it all; let the connection go
      return null;
    }
    if (response && response.status < 500) {
      const problem = await problemOf(response);
      // Too many from one network: to be tried again, unless this token is what is wrong.
      if (response.status !== 429 || problem.field === "token") return problem;
    }
    onWait(navigator.onLine);
    await waitBefore(attempt, secondsToWait(response) * 1000);
  }
}

async function post(url, body) {
  try {
    return await fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body,
      credentials: "omit",
      referrerPolicy: "no-referrer",
      cache: "no-store",
      redirect: "error",
      signal: AbortSignal.timeout?.(TIMEOUT_MS), // older browsers have a limit of their own
    });
  } catch {
    return null; // no network, or no answer in time
  }
}

async function problemOf(response) {
  const said = { status: response.status, wait: secondsToWait(response) };
  try {
    const { detail, field } = await response.json();
    return { ...said, detail: String(detail), field };
  } catch {
    return { ...said, detail: null };
  }
}

function secondsToWait(response) {
  return Number(response?.headers.get("Retry-After")) || 0;
}

function waitBefore(attempt, leastMs) {
  const ms = Math.min(FIRST_WAIT_MS * 2 ** attempt, LONGEST_WAIT_MS);
  const shortened = Math.max(ms / 2 + uniformBelow(ms / 2, systemWord), leastMs);
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
