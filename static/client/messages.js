/* What this page says, in its language: the page carries the messages of its scripts. */

let known = null;
let spoken = null; // not what a browser that translates the page calls it later

// The first number that a browser writes takes it tens of milliseconds: better while the network is waited for.
new Intl.NumberFormat().format(0.5);

/** All of them, by name. */
export function texts() {
  return (known ??= JSON.parse(document.getElementById("messages").textContent));
}

/** With the digits 0 to 9 in every language, as the server writes them. */
function locale() {
  return `${(spoken ??= document.documentElement.lang)}-u-nu-latn`;
}

/** The message of this name with its {values}; by the plural of `count` where it depends on one.
 *
 * A message or a value that is missing is an error, not a gap in a sentence.
 */
export function message(name, values = {}, count = null) {
  const entry = texts()[name];
  const text = count === null ? entry : entry?.[new Intl.PluralRules(locale()).select(count)];
  if (typeof text !== "string") throw new Error(`no message ${name}`);
  return text.replace(/\{(\w+)\}/g, (_, key) => {
    if (!(key in values)) throw new Error(`no ${key} for the message ${name}`);
    return values[key];
  });
}

/** What stands before and after {`key`} in a message in which an element takes its place. */
export function messageAround(name, key, values = {}) {
  return message(name, { ...values, [key]: "\n" }).split("\n");
}

// Figures are rounded as in survey/text/figures.py: there is one rule for all pages.

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

/** A chance, never rounded to 0 % or to 100 %: "75%", "83.3%", "99.29%".
 *
 * One decimal, or two significant digits of its distance from 0 or 100 where that is below 1.
 */
export function chanceInWords(probability) {
  const distance = 100 * Math.min(probability, 1 - probability);
  const digits = distance >= 1 ? 1 : decimalsOf(distance, 2);
  const near = Number(rounded(distance, digits));
  const shown = probability <= 1 - probability ? near : 100 - near;
  return written(shown / 100, { style: "percent", maximumFractionDigits: digits });
}

/** The odds [A, B] as a factor: "3", "about 1.65". */
export function oddsInWords([keep, other]) {
  const short = Number((keep / other).toPrecision(3));
  if (keep % other === 0) return whole(keep / other);
  return short === keep / other ? factorInWords(short) : message("about", { factor: factorInWords(keep / other) });
}

function decimalsOf(value, digits) {
  const decimals = digits - 1 - Math.floor(Math.log10(value));
  // 0.996 with two digits is 1.0, which has two with one decimal.
  return decimals - Number(Number(rounded(value, decimals)) >= 10 ** (digits - decimals));
}

function rounded(value, maximumFractionDigits) {
  const plain = Number(value.toPrecision(12));
  return new Intl.NumberFormat("en", { maximumFractionDigits, useGrouping: false }).format(plain);
}

/** A share as a whole percentage. */
export function percent(share) {
  return written(share, { style: "percent", maximumFractionDigits: 0 });
}

/** What is said to be the least that a share can be: never rounded up. */
export function percentAtLeast(share) {
  return percent(Math.floor((100 * share).toPrecision(12)) / 100);
}

/** A date's hour, and its day unless it is `today`. */
export function timeInWords(date, today) {
  const style = { timeStyle: "short", ...(today ? {} : { dateStyle: "medium" }) };
  return new Intl.DateTimeFormat(locale(), style).format(date);
}

/** A half is rounded away from zero; what floating point adds beyond twelve digits is no figure. */
function written(value, options) {
  const text = new Intl.NumberFormat(locale(), options).format(Number(value.toPrecision(12)));
  return fromLeft(text.replace("-", /[1-9]/.test(text) ? "−" : "")); // never −0
}

/** As it is read from left to right, also on a page that runs from right to left: else its signs would be
 * drawn on either side, by what stands before them. */
export function fromLeft(text) {
  return document.dir === "rtl" ? `\u2066${text}\u2069` : text;
}
