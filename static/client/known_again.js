/* Which questions of several waves are the same. Mirror of survey/core/instrument/known_again.py.
 *
 * These share a table. Two that mean different things and share one would tell answers: their
 * reports differ only where the answers do. So every word that anybody may read counts, in each language.
 */

/** The text without its case, the width of its letters, and blanks that part no words.
 *
 * "exam ?" is "Exam?"; "now here" is not "nowhere", and "2⁰" is not "20".
 */
export function bare(text) {
  const narrow = text.replace(/[\uff01-\uff5e]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0));
  const words = narrow.normalize("NFC").toLowerCase().replace(/\p{Cf}/gu, "").replace(/\s+/g, " ");
  const parted = words.replace(/(^|[^\p{L}\p{N}\p{M}]) | (?=[^\p{L}\p{N}\p{M}]|$)/gu, "$1");
  return parted === text ? text : bare(parted); // a letter and a mark may be one only now
}

/** What the question is known by in all waves: equal for all that share a table. */
export function knownAgain({ kind, odds, low, high, original, others, ...read }) {
  const { text, items } = original ?? read;
  return bareTexts([text, kind, odds, low, high, items, ...others]);
}

/** Whether a wave would take two of these questions for one. */
export function hasTwins(questions) {
  return new Set(questions.map(knownAgain)).size < questions.length;
}

/** The value as JSON, its texts bare. */
export function bareTexts(value) {
  return JSON.stringify(value, (_, each) => (typeof each === "string" ? bare(each) : each));
}
