/* The receipt as a file, a text or a QR code, which proves that its response belongs among the results. */

import { buttonFor, make } from "./elements.js";
import { showCode } from "../qr/shown.js";
import { message } from "../messages.js";

const RECEIPT = "deniable-receipt/1";

/** A fold with buttons that save this response with its signature, copy it, or show it. */
export function savingReceipt({ code }, response) {
  const name = `deniable-receipt-${code}-${response.response_id.slice(0, 8)}.json`;
  const text = receiptText(code, response);
  const shown = make("div");
  return make("details", {}, make("summary", {}, message("save")),
    make("div", { className: "buttons" },
      buttonFor(message("save_receipt"), () => download(name, `${text}\n`)),
      buttonFor(message("copy"), () => copy(shown, text)),
      buttonFor(message("show_qr"), () => showCode(shown, text))),
    shown);
}

function receiptText(code, { instrument, response_id, reports, key, signature }) {
  return JSON.stringify({ format: RECEIPT, code, instrument, response_id, reports, key, signature });
}

/** Saves a text; its address is of this moment only, and so nothing of it stays on the page. */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}

/** Shows a text, selected, and copies it: within other apps a browser may do neither by itself, and on pages without TLS
 * it has no other clipboard. */
function copy(shown, text) {
  const field = make("textarea", { value: text, readOnly: true, dir: "ltr", "aria-label": message("copy") });
  shown.replaceChildren(field);
  field.select();
  document.execCommand("copy");
}
