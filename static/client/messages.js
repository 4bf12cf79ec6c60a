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

// Figures are rounded as in survey/text/rounding.py: there is one rule for all pages.

/** A whole number. */
export function whole(value) {
  return written(value, { maximumFractionDigits: 0 });
}

/** ε: two decimals, or two significant digits of a smaller one. */
export function epsilonInWords(value) {
  return 0 < value && value < 0.1
    ? written(value, { minimumSignificantDigits: 2, maximumSignificantDigits: 2 })
    : written(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A factor that is not exact: three significant digits. */
export function factorInWords(value) {
  return written(value, { maximumSignificantDigits: 3 });
}

/** A share as a whole percentage. */
export function percent(share) {
  return written(share, { style: "percent", maximumFractionDigits: 0 });
}

/** A half is rounded away from zero; what floating point adds beyond twelve digits is no figure. */
function written(value, options) {
  const text = new Intl.NumberFormat(locale, options).format(Number(value.toPrecision(12)));
  return text.replace("-", /[1-9]/.test(text) ? "−" : ""); // never −0
}
