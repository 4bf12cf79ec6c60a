/* What this browser itself keeps of a response that was sent from it, to hold against what a page says of it. */

import { fingerprint } from "../acknowledgement.js";
import { keptOf } from "../memory/leftovers.js";
import { openMemory } from "../memory/remembered.js";

/** Resolves to {digest, reports, key} of the response with this id, to the survey with this code, or to null if this browser
 * keeps no such reports; `key` is the fingerprint of the key that signed its receipt, or null if none has. */
export async function ownResponse(code, id) {
  for (const digest of keptOf(code)) {
    const { body, signed } = (await openMemory(code, digest)?.read().catch(() => null)) ?? {};
    const { response_id: sent, reports } = JSON.parse(body ?? "{}");
    if (sent === id && reports) return { digest, reports, key: signed ? fingerprint(signed.key) : null };
  }
  return null;
}
