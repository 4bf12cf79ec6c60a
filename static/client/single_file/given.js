/* The questionnaire as a file, where its server cannot be reached. */

import { fullForm } from "../digest.js";
import { readInstrument, Refused } from "../instrument.js";
import { sha256 } from "../sha256.js";

/** Resolves to {bytes, state} of the file that is chosen in `card`, once it is the questionnaire of this link; what
 * the state is, the server would say: it is taken to be open, and to need a token if the link brought one. */
export function givenIn(card, { digest, token }) {
  const input = card.querySelector("input");
  const error = card.querySelector(".error");
  return new Promise((resolve) => {
    input.addEventListener("change", async () => {
      const [file] = input.files;
      if (!file) return;
      const bytes = new Uint8Array(await file.arrayBuffer());
      const right = isOfLink(bytes, digest);
      error.hidden = right;
      input.setAttribute("aria-invalid", String(!right));
      if (!right) return;
      card.hidden = true;
      resolve({ bytes, state: { open: true, token: token !== null, results: false, closes: null, unasked: true } });
    });
  });
}

/** Whether another file should be chosen; whatever else is wrong with it is said where it is opened. */
function isOfLink(bytes, digest) {
  if (digest) return fullForm(sha256(bytes)) === digest;
  try {
    readInstrument(bytes);
  } catch (error) {
    return error instanceof Refused && error.message !== "no_instrument";
  }
  return true;
}
