/* Texts of a questionnaire, as survey/core/instrument/kept_text.py keeps them. */

// As Python's strip: what no width has (U+FEFF) is no blank there.
const BLANK_ENDS = /^[^\S\uFEFF]|[^\S\uFEFF]$/u;

/** Whether this is a text as it is kept: of so many characters at most, NFC, no blanks around it, and no control
 * characters but line breaks; `blank` texts are empty. */
export function isText(value, longest, blank = false) {
  return (
    typeof value === "string" &&
    (blank || value !== "") &&
    [...value].length <= longest &&
    !BLANK_ENDS.test(value) &&
    value === value.normalize("NFC") &&
    !/[\p{Cc}\p{Cs}]/u.test(value.replaceAll("\n", ""))
  );
}
