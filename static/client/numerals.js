/* Numbers as people type them. Mirror of survey/core/numerals.py. */

const DIGITS = /\p{Nd}/gu;

/** The text with its digits, of whatever script, as 0 to 9: each script has its ten in a row. */
export function westernDigits(text) {
  return text.replace(DIGITS, (digit) => {
    let before = digit.codePointAt();
    while (String.fromCodePoint(--before).match(DIGITS));
    return (digit.codePointAt() - before - 1) % 10;
  });
}

/** The whole number in a typed text: up to twelve digits with nothing between them. Null for anything else: "2.000" is
 * two thousand to some, and two to others. */
export function wholeNumber(typed) {
  const [, minus, digits] = /^[\s\p{Cf}]*([-−－]?)(\p{Nd}{1,12})[\s\p{Cf}]*$/u.exec(typed) ?? [];
  return digits ? (minus ? -1 : 1) * westernDigits(digits) || 0 : null;
}
