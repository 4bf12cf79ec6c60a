/* A text as a QR code on the page; what draws it is loaded when one is first wanted, unless it is here already. */

import { message } from "../messages.js";
import { thirdScript } from "../requests/third_script.js";

/** Puts the picture in `place`, or a sentence where there is too much in it or nothing to draw it with. */
export async function showCode(place, text) {
  try {
    const { drawQr } = await thirdScript();
    place.replaceChildren(drawQr(text, message("qr_of_response")));
  } catch (error) {
    place.replaceChildren(message(error instanceof RangeError ? "too_large_for_qr" : "no_qr"));
  }
}
