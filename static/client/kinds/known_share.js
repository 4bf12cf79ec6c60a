/* The share of yes that is known of a control question. Mirror of survey/core/instrument/known_share.py. */

import { divisor } from "../gamma.js";
import { isText } from "../texts.js";

/** The fields of a question that hold it; absent of all others. */
export const KNOWN = ["known", "known_source"];

/** Whether the share, if there is one, is a fraction in lowest terms and far enough from one half. */
export function isKnown({ known, known_source: source }) {
  if (known === undefined) return source === undefined;
  if (known === "0") return isText(source, 300);
  const found = typeof known === "string" ? /^([1-9]\d{0,3})\/([1-9]\d{0,4})$/.exec(known) : null;
  const [, p, q] = (found ?? []).map(Number);
  if (!found || divisor(p, q) > 1) return false;
  return source === undefined ? 4 * p <= q && q <= 100 : 5 * p <= 2 * q && q <= 10_000 && isText(source, 300);
}
