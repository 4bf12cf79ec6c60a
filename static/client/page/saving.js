/* The receipt as a file, which proves that its response belongs among the results. */

import { buttonFor, make } from "./elements.js";
import { message } from "../messages.js";

const RECEIPT = "deniable-receipt/1";

/** A button that saves this response with its signature; in waves it says first what file and table can prove
 * together, and offers to `forget` the table. */
export function savingReceipt({ code, wavesOf }, response, forget) {
  const name = `deniable-receipt-${code}-${response.response_id.slice(0, 8)}.json`;
  const save = () => download(name, fileOf(code, response));
  const saving = make("div", {}, buttonFor(message("save_receipt"), wavesOf ? warn : save));
  return saving;

  function saveButton() {
    return buttonFor(message("save"), save);
  }

  function warn() {
    const words = make("p", { tabIndex: -1 }, message("save_in_waves"));
    const forgetting = buttonFor(message("forget_table"), async () => {
      await forget();
      saving.replaceChildren(make("p", {}, message("forgotten_waves")), saveButton());
      saving.lastChild.focus();
    });
    saving.replaceChildren(words, make("div", { className: "buttons" }, forgetting, saveButton()));
    words.focus();
  }
}

function fileOf(code, { instrument, response_id, reports, key, signature }) {
  return `${JSON.stringify({ format: RECEIPT, code, instrument, response_id, reports, key, signature })}\n`;
}

/** Saves a text; its address is of this moment only, and so nothing of it stays on the page. */
function download(name, text) {
  const href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  make("a", { href, download: name }).click();
  URL.revokeObjectURL(href);
}
