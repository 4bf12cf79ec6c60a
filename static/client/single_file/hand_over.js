/* A response that waits, handed over without a network: as a file or as a QR code. */

import { showCode } from "../qr/shown.js";

const HANDED_OVER = "deniable-response/1";

/** A function that offers a response's `body` in this section, and hides the section when there is none. */
export function handOverIn(section, code) {
  const [save, show] = section.querySelectorAll(".button, button");
  const shown = section.querySelector(".qr-of-response");
  let line = "";
  show.addEventListener("click", () => showCode(shown, line));
  return (body) => {
    if (body !== null && !section.hidden) return; // it is offered already
    section.hidden = body === null;
    shown.replaceChildren();
    URL.revokeObjectURL(save.href);
    save.removeAttribute("href");
    if (body === null) return;
    line = JSON.stringify({ format: HANDED_OVER, code, response: JSON.parse(body) });
    save.href = URL.createObjectURL(new Blob([`${line}\n`], { type: "application/json" }));
    save.download = `deniable-${code}-${JSON.parse(body).response_id.slice(0, 8)}.json`;
  };
}
