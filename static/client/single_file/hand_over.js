/* A response that waits, handed over without a network: as a file or as a QR code. */

import { encode } from "../qr/qr.js";
import { picture } from "../qr/picture.js";
import { message } from "../messages.js";

const HANDED_OVER = "deniable-response/1";

/** A function that offers a response's `body` in this section, and hides the section when there is none; `inWaves` a
 * file of it would lie beside their tables. */
export function handOverIn(section, code) {
  const [save, show] = section.querySelectorAll(".button, button");
  const shown = section.querySelector(".qr-of-response");
  let line = "";
  show.addEventListener("click", () => shown.replaceChildren(codeOf(line)));
  return (body, inWaves) => {
    if (body !== null && !section.hidden) return; // it is offered already
    section.hidden = body === null;
    section.querySelector(".warning").hidden = !inWaves;
    shown.replaceChildren();
    URL.revokeObjectURL(save.href);
    save.removeAttribute("href");
    if (body === null) return;
    line = JSON.stringify({ format: HANDED_OVER, code, response: JSON.parse(body) });
    save.href = URL.createObjectURL(new Blob([`${line}\n`], { type: "application/json" }));
    save.download = `deniable-${code}-${JSON.parse(body).response_id.slice(0, 8)}.json`;
  };
}

/** The picture, or a sentence where there is too much in it. */
function codeOf(line) {
  try {
    return picture(encode(line), message("qr_of_response"));
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return message("too_large_for_qr");
  }
}
