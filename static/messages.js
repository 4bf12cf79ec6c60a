/* What this page says, in its language: the page carries the messages of its scripts. */

const texts = JSON.parse(document.getElementById("messages").textContent);
// With the digits 0 to 9 in every language, as the server writes them.
const locale = `${document.documentElement.lang}-u-nu-latn`;

/** The message of this name with its {values}; by the plural of `count` where it depends on one.
 *
 * A message or a value that is missing is an error, not a gap in a sentence.
 */
export function message(name, values = {}, count = null) {
  const entry = texts[name];
  const text = count === null ? entry : entry?.[new Intl.PluralRules(locale).select(count)];
  if (typeof text !== "string") throw new Error(`no message ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => {
    if (!(key in values)) throw new Error(`no ${key} for the message ${name}`);
    return values[key];
  });
}

/** What this page says for a sentence of the server's, or null if it does not know it. */
export function translation(sentence) {
  return document.documentElement.lang === "en" ? sentence : (texts.refusals?.[sentence] ?? null);
}

/** A number with so many decimals. */
export function decimals(value, digits) {
  return written(value, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** A number with two significant digits. */
export function rounded(value) {
  return written(value, { maximumSignificantDigits: 2 });
}

/** A share as a whole percentage. */
export function percent(share) {
  return written(Math.round(100 * share) / 100 + 0, { style: "percent" }); // + 0: never −0
}

function written(value, options) {
  return new Intl.NumberFormat(locale, options).format(value).replace("-", "−");
}
