/* What is stated of a closed survey's results, and who signed it. Mirror of survey/wire/signed_note.py. */

import { bytesOf, encoded, fingerprint, hexOf } from "../acknowledgement.js";
import { sha256 } from "../sha256.js";
import { verifies } from "./ed25519.js";

const ED25519 = 1; // the note's type of signature

/** {code, digest, responses, root, key} of a signed note, `root` in base64 and `key` the signer's fingerprint; null for
 * what is no statement, or has another's signature. */
export function readStatement(note) {
  try {
    const [text, signatureLine] = note.split(/(?<=\n)\n/);
    const [origin, responses, root, ...lines] = text.trimEnd().split("\n");
    const { key, digest, follows, final } = Object.fromEntries(lines.map(namedValue));
    if (!/^[0-9a-f]{64}$/.test(key)) return null;
    const [dash, signedAs, told] = signatureLine.trimEnd().split(" ");
    const bytes = Uint8Array.from(atob(told), (each) => each.charCodeAt());
    const id = sha256(Uint8Array.of(...encoded(`${origin}\n`), ED25519, ...bytesOf(key)));
    if (dash !== "—" || signedAs !== origin || !id.startsWith(hexOf(bytes.subarray(0, 4)))) return null;
    // The text begins with the kind of what is signed, as an acknowledgement's does with its own.
    if (!verifies(bytesOf(key), bytes.subarray(4), encoded(text))) return null;
    const [, code, closing] = /^deniable\/statement\/([^/]+)\/(\d+)$/.exec(origin);
    // A survey has one closing. Earlier releases made others, which are not final and name the one before.
    if (closing !== "1" && (follows === null || final)) return null;
    return { code, digest, responses: Number(responses), root, key: fingerprint(key) };
  } catch {
    return null;
  }
}

function namedValue(line) {
  const space = line.indexOf(" ");
  return [line.slice(0, space), JSON.parse(line.slice(space + 1))];
}
