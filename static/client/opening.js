/* From a link to the questionnaire that is answered: asked for, hashed, checked and read. */

import { ask, readState } from "./requests/asked.js";
import { fullForm } from "./digest.js";
import { readInstrument, Refused, wordedIn } from "./instrument.js";
import { attributesOf, offerLanguages, speak } from "./page/page_language.js";
import { sha256 } from "./sha256.js";

// The demo of release 0.1.0, which had no mark yet.
const EARLIER_DEMO = "fcc43096013a3d6908f7bfc2899e6b6a6cd1d7b5a7c32c0d57cc663eaf9b02ae";

// Before anything is asked, refused or blocked: the links of the page's own HTML know no digest, and would open any
// questionnaire. The single file has its page later.
if (document.querySelector(".languages")) offerLanguages();

/** The survey at this place, in the words that the reader reads best; null while the page turns to another language.
 *
 *     {base, code, id, preview, digest, named, title, introduction, questions, epsilon, coin, wavesOf, demo,
 *      language, key, open, token, results, closes}
 *
 * `named` is whether the link named this very questionnaire; `key` is the fingerprint that it has, or null; `language`
 * are the attributes of its words. Raises Refused if there is nothing here that may be answered.
 */
export async function openSurvey(place, link, onWait) {
  if (link.digest === undefined || link.key === undefined) throw new Refused("damaged_link");
  if (isBlocked(place.base)) throw new Refused("http_from_https");
  const { bytes, state } = await Promise.race([askServer(place, onWait), ...(place.given ? [place.given] : [])]);
  const digest = sha256(bytes);
  if (link.digest !== null && link.digest !== fullForm(digest)) throw new Refused("another_questionnaire");
  const instrument = readInstrument(bytes);
  const read = speak(instrument.languages);
  if (read === null) return null;
  return {
    ...wordedIn(instrument, read),
    ...state,
    ...place,
    digest,
    demo: instrument.demo || digest === EARLIER_DEMO,
    named: link.digest !== null,
    key: link.key,
    language: attributesOf(read),
  };
}

/** Whether browsers let no page that came by https ask this address. */
function isBlocked(base) {
  return location.protocol === "https:" && /^http:\/\/(?!localhost|127\.)/.test(base);
}

/** The questionnaire's bytes and the survey's state, from the survey's server; asks no more once the
 * questionnaire is `given`, a promise of the same from elsewhere. */
async function askServer({ base, preview, given }, onWait) {
  const over = new AbortController();
  given?.then(() => over.abort());
  const credentials = preview ? "same-origin" : "omit"; // a draft is its instructor's alone
  const [bytes, state] = await Promise.all(
    Object.entries({ "instrument.json": (bytes) => bytes, state: readState }).map(([name, reads]) =>
      ask(`${base}/${name}`, reads, credentials, onWait, over.signal)),
  );
  if (!bytes || !state) throw new Refused("no_survey");
  return { bytes, state };
}
