/* Requests to a survey's server: each waits as long, follows nothing and says nothing of who asks. */

const TIMEOUT_MS = 15_000;
const LARGEST_BYTES = 8_000_000;

export const PROBLEM_TYPE = "application/problem+json"; // RFC 9457; a network's own 403 has another

/** What `fetch` resolves to; a redirect has the status 0. */
export function send(url, options) {
  return fetch(url, {
    credentials: "omit",
    referrerPolicy: "no-referrer",
    cache: "no-store",
    redirect: "manual",
    signal: AbortSignal.timeout?.(TIMEOUT_MS), // older browsers have a limit of their own
    ...options,
  });
}

/** One attempt to read JSON: the status, the bytes or null, and whether a problem document says why there are none;
 * nothing of these where nothing has answered in time. */
export async function read(url, options) {
  try {
    const response = await send(url, options);
    const type = response.headers.get("Content-Type") ?? "";
    const bytes = new Uint8Array(await response.arrayBuffer());
    const json = type.startsWith("application/json") && bytes.length <= LARGEST_BYTES;
    return { status: response.status, bytes: json ? bytes : null, problem: type.startsWith(PROBLEM_TYPE) };
  } catch {
    return {};
  }
}
