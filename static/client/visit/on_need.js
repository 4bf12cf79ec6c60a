/* The client's third script: what few visits need. It is loaded once one does; the single file has it within itself. */

import { picture } from "../qr/picture.js";
import { encode } from "../qr/qr.js";
import { showOriginal } from "./changed_words.js";
import { waitUntilOpen } from "./open_again.js";
import { offerToForget } from "./unopened.js";

globalThis.onNeed = {
  drawQr: (text, label) => picture(encode(text), label), offerToForget, showOriginal, waitUntilOpen,
};
