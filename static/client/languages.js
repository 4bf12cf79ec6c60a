/* Which language is read, and in which direction it runs. Mirror of survey/core/instrument/language_tags.py
 * and survey/web/i18n/page_language.py. */

const RIGHT_TO_LEFT_SCRIPTS = new Set(["Adlm", "Arab", "Hebr", "Nkoo", "Rohg", "Syrc", "Thaa"]);
// Written in such a script unless the tag names another one.
const RIGHT_TO_LEFT = new Set(["ar", "arc", "ckb", "dv", "fa", "he", "ps", "sd", "ug", "ur", "yi"]);

const TAG = /^[a-z]{2,3}(-[A-Z][a-z]{3})?(-([A-Z]{2}|\d{3}))?(-([a-z\d]{5,8}|\d[a-z\d]{3}))*$/;

/** Whether this is a tag as the questionnaire's canonical JSON writes it. */
export function isTag(text) {
  return typeof text === "string" && TAG.test(text);
}

/** "rtl" or "ltr", as HTML's dir has it. */
export function direction(tag) {
  const [language, script = ""] = tag.split("-");
  const named = /^[A-Za-z]{4}$/.test(script);
  return (named ? RIGHT_TO_LEFT_SCRIPTS.has(script) : RIGHT_TO_LEFT.has(language)) ? "rtl" : "ltr";
}

/** The best of the offered tags for these wishes, best first; else the first offered. */
export function best(wishes, offered) {
  for (const wish of wishes) {
    const found = match(wish, offered);
    if (found) return found;
  }
  return offered[0];
}

/** RFC 4647, lookup: de-CH finds de; and, beyond it, de finds de-CH. */
export function match(wanted, offered) {
  const subtags = wanted.toLowerCase().replaceAll("_", "-").split("-");
  for (let length = subtags.length; length; length -= 1) {
    const found = offered.find((tag) => tag.toLowerCase() === subtags.slice(0, length).join("-"));
    if (found) return found;
  }
  return offered.find((tag) => tag.toLowerCase().split("-")[0] === subtags[0]);
}

/** A language by its own name: "Deutsch". */
export function ownName(tag) {
  try {
    return new Intl.DisplayNames([tag], { type: "language" }).of(tag);
  } catch {
    return tag;
  }
}
