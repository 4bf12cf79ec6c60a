/* The server's signed acknowledgement. Mirror of survey/wire/acknowledgement.py and survey/core/responses/leaf.py.
 *
 * By it a response that is left out of the results can be proved. What is signed has nothing of time or order.
 */

import { shortForm } from "./digest.js";
import { sha256 } from "./sha256.js";

const KIND = "deniable/acknowledgement/";

// The points of small order (RFC 8032; libsodium's ge25519_has_small_order), however they are written. One signature by
// such a key fits every message, and one that begins with such a point lays the private key bare: WebCrypto takes both,
// and `survey verify` neither. y is 0 or 1, −1, 0 or 1 beyond the field's prime, or one of the two of order 8, of which
// 64 bits are enough to know them. The highest bit is the sign of x.
const SMALL_ORDER = /^(0[01]0{60}[08]0|e[cde]f{60}[7f]f|26e8958fc2b227b0|c7176a703d4dd84f)/;

/** The fingerprint of a key of 64 hex digits: "9D2K 4M7Q …". */
export function fingerprint(key) {
  return shortForm(sha256(bytesOf(key)));
}

/** {key, signature, checked} of what was `said` of this response, or null if that is not signed, or with another key
 * than the one that the link names, if it names one. `checked` is false where this browser cannot verify. */
export async function signedBy(said, code, { instrument, response_id: id, reports }, named) {
  const { key, signature } = said;
  if (typeof key !== "string" || typeof signature !== "string") return null; // test() takes a list of one for its text
  if (!/^[0-9a-f]{64}$/.test(key) || !/^[0-9a-f]{128}$/.test(signature)) return null;
  if (named && named !== fingerprint(key)) return null;
  const leaf = leafHash(id, reports, instrument);
  const signed = Uint8Array.of(...encoded(`${KIND}${code}\n`), ...bytesOf(instrument + leaf));
  const checked = await verifies(key, bytesOf(signature), signed);
  return checked === false ? null : { key, signature, checked: Boolean(checked) };
}

/** By which a response stands in the tree of the results. */
export function leafHash(id, reports, instrument) {
  const list = encoded(JSON.stringify(reports));
  return sha256(Uint8Array.of(0, ...bytesOf(id), ...list, ...bytesOf(instrument)));
}

/** Whether this is the signature of the message by the key of 64 lowercase hex digits; undefined where that is unknown
 * here: without TLS there is no WebCrypto, and older ones know no Ed25519. */
export async function verifies(key, signature, message) {
  if ([key, hexOf(signature)].some((each) => SMALL_ORDER.test(each))) return false;
  const subtle = globalThis.crypto.subtle;
  const known = await subtle?.importKey("raw", bytesOf(key), "Ed25519", false, ["verify"]).catch(() => {});
  return known && subtle.verify("Ed25519", known, signature, message);
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
