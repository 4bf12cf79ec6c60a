/* Shows that a response is under the stated root, who signed that, and offers the proof as a file.
 *
 * The server is asked for the hashes of all responses, and so does not learn which one is looked for.
 */

import { bytesOf, hexOf, leafHash } from "../acknowledgement.js";
import { shortForm } from "../digest.js";
import { wayUp } from "./merkle_tree.js";
import { readStatement } from "./stated.js";
import { fromLeft, message, whole } from "../messages.js";
import { make } from "../page/elements.js";
import { shape } from "../page/shapes.js";

const HASH_BYTES = 32;
const [STEP, MIDDLE, ASIDE] = [44, 150, 90]; // of the picture

/** Fills `place` with what the row's response has above it, in the survey with this code; `own` is what this browser
 * keeps of that response, see own_response.js. Only whoever has nothing of their own takes the digest from the page. */
export async function showInclusion(place, row, note, { code, own }) {
  const digest = own?.digest ?? place.dataset.digest;
  place.replaceChildren();
  const stated = readStatement(note);
  if (stated?.code !== code || stated.digest !== digest) return say("not_signed");
  if (own?.key && own.key !== stated.key) {
    return say("another_key", { key: fromLeft(stated.key), own: fromLeft(own.key) });
  }
  const leaves = await fetched(place.dataset.leaves);
  if (!leaves) return say("no_hashes");
  const index = leaves.indexOf(leafHash(row.id, JSON.parse(row.dataset.reports), digest));
  const { proof, root } = wayUp(leaves, Math.max(index, 0));
  if (index < 0 || base64(root) !== stated.root || leaves.length !== stated.responses) return say("not_the_root");
  const short = shortForm(root);
  say("under_the_root", { root: fromLeft(short) });
  say(own?.key ? "signed_as_receipt" : "signed_with", { key: fromLeft(stated.key) });
  const words = message("way_up", {
    number: whole(index + 1), count: whole(leaves.length), steps: whole(proof.length), root: fromLeft(short),
  });
  const name = `${code}-${row.id.slice(0, 8)}.tlog-proof`;
  place.append(picture(words, proof, short), saved(proofOf(index, proof, note), name));

  function say(name, values) {
    place.append(make("p", {}, message(name, values)));
  }
}

/** The hashes, 32 bytes each, in hex; null where they do not come. */
async function fetched(address) {
  const answer = await fetch(address).catch(() => null);
  if (!answer?.ok) return null;
  const bytes = new Uint8Array(await answer.arrayBuffer());
  return Array.from({ length: bytes.length / HASH_BYTES }, (_, place) => {
    return hexOf(bytes.subarray(place * HASH_BYTES, (place + 1) * HASH_BYTES));
  });
}

/** The proof as a text of C2SP's tlog-proof: index, the hashes beside the way, the lowest first, and the signed
 * note. */
function proofOf(index, proof, note) {
  return ["c2sp.org/tlog-proof@v1", `index ${index}`, ...proof.map(({ hash }) => base64(hash)), "", note].join("\n");
}

function base64(hash) {
  return btoa(String.fromCharCode(...bytesOf(hash)));
}

function saved(text, name) {
  const href = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  return make("p", {}, make("a", { href, download: name }, message("save_proof")));
}

/** The way from the response, at the bottom, to the root: at each step the hash beside it joins from its side. */
function picture(words, proof, root) {
  const height = (proof.length + 1) * STEP + 20;
  const y = (step) => height - 30 - step * STEP;
  const drawn = shape("svg", {
    viewBox: `0 0 300 ${height}`, class: "picture way-up", role: "img", "aria-label": words,
  });
  proof.forEach(({ left }, step) => {
    const x = MIDDLE + (left ? -ASIDE : ASIDE);
    drawn.append(
      shape("path", { class: "grid", d: `M${x} ${y(step)}L${MIDDLE} ${y(step + 1)}` }),
      shape("circle", { class: "beside", cx: x, cy: y(step), r: 5 }),
      shape("path", { class: "step", d: `M${MIDDLE} ${y(step)}V${y(step + 1)}` }),
    );
  });
  for (let step = 0; step <= proof.length; step += 1) {
    drawn.append(shape("circle", { class: "dot", cx: MIDDLE, cy: y(step), r: 7 }));
  }
  drawn.append(label(y(proof.length) - 14, root), label(y(0) + 24, message("this_response")));
  return drawn;
}

function label(y, text) {
  const written = shape("text", { class: "label", x: MIDDLE, y, "text-anchor": "middle" });
  written.textContent = text;
  return written;
}
