/* The Merkle tree of RFC 9162, section 2.1, over hashes in hex. Mirror of survey/core/responses/merkle_tree.py. */

import { bytesOf } from "../acknowledgement.js";
import { sha256 } from "../sha256.js";

/** {proof, root}: the hashes beside the way up from a leaf, the lowest first, as {hash, left}, and where it ends. */
export function wayUp(leaves, index) {
  const proof = [];
  let [level, place] = [leaves, index];
  while (level.length > 1) {
    const beside = place ^ 1;
    if (beside < level.length) proof.push({ hash: level[beside], left: beside < place });
    level = above(level);
    place >>= 1;
  }
  return { proof, root: level[0] };
}

/** The next level; a last hash without a neighbour rises as it is. */
function above(level) {
  const next = [];
  for (let place = 0; place < level.length; place += 2) {
    const [left, right] = level.slice(place, place + 2);
    next.push(right ? sha256(Uint8Array.of(1, ...bytesOf(left + right))) : left);
  }
  return next;
}
