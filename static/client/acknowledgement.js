/* The server's signed acknowledgement. Mirror of survey/wire/acknowledgement.py and survey/core/responses/merkle_tree.py.
 *
 * By it a response that is left out of the results can be proved. What is signed has nothing of time or order.
 */

import { shortForm } from "./digest.js";
import { verifies } from "./proof/ed25519.js";
import { sha256 } from "./sha256.js";

const KIND = "deniable/acknowledgement/";

/** The fingerprint of a key of 64 hex digits: "9D2K 4M7Q …". */
export function fingerprint(key) {
  return shortForm(sha256(bytesOf(key)));
}

/** {key, signature} of what was `said` of this response, or null if that is not signed, or with another key than the one
 * that the link names, if it names one. */
export function signedBy(said, code, { instrument, response_id: id, reports }, named) {
  const { key, signature } = said;
  if (typeof key !== "string" || typeof signature !== "string") return null; // test() takes a list of one for its text
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return null;
  if (named && named !== fingerprint(key)) return null;
  const leaf = leafHash(id, reports, instrument);
  const signed = Uint8Array.of(...encoded(`${KIND}${code}\n`), ...bytesOf(instrument + leaf));
  return verifies(bytesOf(key), bytesOf(signature), signed) ? { key, signature } : null;
}

/** By which a response stands in the tree of the results. */
export function leafHash(id, reports, instrument) {
  const list = encoded(JSON.stringify(reports));
  return sha256(Uint8Array.of(0, ...bytesOf(id), ...list, ...bytesOf(instrument)));
}

export function hexOf(bytes) {
  return [...bytes].map((each) => each.toString(16).padStart(2, "0")).join("");
}

export function bytesOf(hex) {
  return Uint8Array.from(hex.match(/../g), (pair) => parseInt(pair, 16));
}

export function encoded(text) {
  return new TextEncoder().encode(text);
}
