/* Draws QR codes for a page that loads this when one is wanted. */

import { picture } from "./picture.js";
import { encode } from "./qr.js";

globalThis.drawQr = (text, label) => picture(encode(text), label);
