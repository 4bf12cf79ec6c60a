/* A digest as links carry it and as people compare it. Mirror of survey/core/instrument/digest_forms.py.
 *
 * Its full form has all 256 bits in Crockford's base 32, 52 characters, the last one padded
 * by zeros; its short form, for the eye, is the first 120 bits: six groups of four.
 */

const ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"; // without I, L, O and U
const FULL_LENGTH = 52;
const SHORT_LENGTH = 24;

/** The full form of a digest of 64 hex digits. */
export function fullForm(digest) {
  const bits = BigInt(`0x${digest}`) << 4n; // 256 bits and the four that pad them
  return Array.from({ length: FULL_LENGTH }, (_, place) => {
    return ALPHABET[Number((bits >> BigInt(5 * (FULL_LENGTH - 1 - place))) & 31n)];
  }).join("");
}

/** "7KF3 9D2K …": what people compare with the projector. */
export function shortForm(digest) {
  return inGroups(fullForm(digest).slice(0, SHORT_LENGTH));
}

/** A full form as Crockford reads it, however it was copied; null if it is none. Words may stand behind a blank. */
export function readFullForm(text, length = FULL_LENGTH) {
  const [typed] = text.match(`^([\\s-]*[^\\s-]){${length}}(?!-*[^\\s-])`) ?? [""];
  const read = typed.toUpperCase().replace(/[\s-]/g, "").replace(/O/g, "0").replace(/[IL]/g, "1");
  const fits = read.length === length && [...read].every((each) => ALPHABET.includes(each));
  return fits ? read : null;
}

/** As readFullForm, of a short form, in groups. */
export function readShortForm(text) {
  const read = readFullForm(text, SHORT_LENGTH);
  return read && inGroups(read);
}

function inGroups(letters) {
  return letters.match(/.{4}/g).join(" ");
}
