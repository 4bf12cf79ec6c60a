/* Numbers with decimals as people type them. Mirror of `exact_number` in survey/core/numerals.py, without fractions. */

import { westernDigits } from "../../client/numerals.js";

const SIGNS = { "−": "-", "－": "-", "，": ".", "．": ".", "٫": ".", ",": "." };
const DECIMAL = /^-?(?:\d{1,12}(?:\.\d{1,20})?|\.\d{1,20})$/;
const THOUSANDS = /^-?[1-9]\d{0,2}\.\d{3}$/;

/** The number in a typed text, or null. "1.250" and "1,250" are none: they are 1250 to some, and 1.25 to others. */
export function decimalNumber(typed) {
  const plain = westernDigits(typed).replace(/[−－，．٫,]/g, (sign) => SIGNS[sign]).replace(/^[\s\p{Cf}]+|[\s\p{Cf}]+$/gu, "");
  return DECIMAL.test(plain) && !THOUSANDS.test(plain) ? Number(plain) : null;
}
