/* QR codes, model 2 (ISO/IEC 18004:2015), for a phone that has no network: a text in byte mode.
 *
 * A symbol equals segno's, module by module: tests/browser/respondent/test_qr.py.
 */

import { finalMessage } from "./codewords.js";
import { smallestLayout } from "./layout.js";
import { MASKS, masked, penalty } from "./masks.js";
import { addInformation } from "./patterns.js";

/** The smallest symbol that holds this text in UTF-8: rows of modules, true for dark, without the quiet zone.
 *
 * Raises RangeError for more than 2331 bytes.
 */
export function encode(text) {
  const bytes = new TextEncoder().encode(text);
  const layout = smallestLayout(bytes.length);
  const message = finalMessage(bytes, layout);
  const symbols = MASKS.map((_, mask) => masked(layout, message, mask));
  const penalties = symbols.map(penalty);
  const mask = penalties.indexOf(Math.min(...penalties));
  addInformation(symbols[mask], layout.version, mask);
  return symbols[mask].map((row) => row.map(Boolean));
}
