/* The receipt as a file or a QR code, which proves that its response belongs among the results. */

import { buttonFor, make } from "./elements.js";
import { showCode } from "../qr/shown.js";
import { message } from "../messages.js";

const RECEIPT = "deniable-receipt/1";

/** A fold with buttons that save this response with its signature, or show it; in waves one says first what that and the
 * table can prove together, and offers to `forget` the table. */
export function savingReceipt({ code, wavesOf }, response, forget) {
  const name = `deniable-receipt-${code}-${response.response_id.slice(0, 8)}.json`;
  const text = receiptText(code, response);
  const shown = make("div");
  const saving = make("div", {}, wavesOf ? buttonFor(message("save_receipt"), warn) : buttons("save_receipt"));
  return make("details", {}, make("summary", {}, message("save")), saving);

  function buttons(save, ...before) {
    return make("div", {},
      make("div", { className: "buttons" }, ...before,
        buttonFor(message(save), () => download(name, `${text}\n`)),
        buttonFor(message("show_qr"), () => showCode(shown, text))),
      shown);
  }

  function warn() {
    const words = make("p", { tabIndex: -1 }, message("save_in_waves"));
    const forgetting = buttonFor(message("forget_table"), async () => {
      await forget();
      saving.replaceChildren(make("p", {}, message("forgotten_waves")), buttons("save"));
      saving.querySelector("button").focus();
    });
    saving.replaceChildren(words, buttons("save", forgetting));
    words.focus();
  }
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
