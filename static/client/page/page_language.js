/* The language in which the page and the questionnaire are read.
 *
 * A questionnaire in German has German buttons, whatever the browser prefers; one in a
 * language that the pages do not speak has those of the browser.
 */

import { make } from "./elements.js";
import { best, direction, match, ownName } from "../languages.js";
import { addressIn, askedLanguage } from "../place.js";

/** The tag in which the questionnaire is read, "" if it does not say its own; null while the page goes to
 * its shell in that language. */
export function speak(languages) {
  const asked = askedLanguage();
  const shells = shellLanguages();
  const read = languages.length ? best([asked ?? "", ...navigator.languages], languages) : "";
  const spoken = (read && match(read, shells)) || document.documentElement.lang;
  if (spoken !== document.documentElement.lang && asked !== spoken) {
    location.replace(addressIn(spoken));
    return null;
  }
  offerLanguages(languages.length ? languages : shells, read || document.documentElement.lang);
  if (asked) keepAsked(asked);
  return read;
}

/** The tags of the languages that this client speaks. */
function shellLanguages() {
  return [...document.querySelectorAll(".languages a")].map(({ lang }) => lang);
}

/** `lang` and `dir` of the questionnaire's own words; none where they are those of the page. */
export function attributesOf(read) {
  if (read === document.documentElement.lang) return {};
  return { lang: read, dir: read ? direction(read) : "auto" };
}

/** Links that lead to the same questionnaire in other languages: in its own where it says them, since the page
 * follows it. */
export function offerLanguages(tags = shellLanguages(), current = document.documentElement.lang) {
  const nav = document.querySelector(".languages");
  const named = new Map([...nav.children].map((link) => [link.lang, link.textContent]));
  const links = tags.map((tag) => {
    const link = make("a", {
      href: addressIn(tag), lang: tag, hreflang: tag, dir: direction(tag), textContent: named.get(tag) ?? ownName(tag),
    });
    if (tag === current) link.setAttribute("aria-current", "true");
    return link;
  });
  nav.replaceChildren(...links);
  nav.hidden = tags.length < 2;
  // Another questionnaire may stand in the fragment by then.
  nav.onclick = ({ target }) => target.lang && (target.href = addressIn(target.lang));
}

/** The language that was asked for travels in the links to other pages for respondents. */
function keepAsked(tag) {
  for (const link of document.querySelectorAll('a[href^="/"]')) {
    const url = new URL(link.href);
    url.searchParams.set("lang", tag);
    link.href = url.pathname + url.search;
  }
}
