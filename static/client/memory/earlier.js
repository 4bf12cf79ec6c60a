/* What release 0.1.0 kept, brought to where it is kept now: the tables of waves, and each response.
 *
 * It had one database for all, of which Forget left bytes behind, and responses in localStorage, too.
 */

import { bareTexts } from "../known_again.js";
import { erase, keepFirst, keptIn, tryOut } from "./first_kept.js";
import { KEY, QUESTION, RESPONSE, TABLES, UNSENT } from "./places.js";

const ONE_FOR_ALL = "deniable";
const PLACE = "question:"; // before a response's key: the place of the question that was drawn

let brought = null;

/** Resolves once nothing is left where it was kept before. */
export function bringEarlier() {
  return (brought ??= bring());
}

async function bring() {
  const stored = {}; // whether the response is, by its key
  for (const key of Object.keys(localStorage).filter((each) => KEY.test(each))) {
    const { body, signed, ...mark } = JSON.parse(localStorage.getItem(key));
    stored[key] = mark.acknowledged;
    if (!body) continue;
    await bringResponse(key, body, signed);
    localStorage.setItem(key, JSON.stringify(mark));
  }
  await tryOut();
  const earlier = await keptIn(ONE_FOR_ALL);
  for (const [key, value] of earlier) {
    const text = value instanceof Blob ? await value.text() : value;
    if (key.startsWith(PLACE)) await keepFirst(key.slice(PLACE.length), QUESTION, () => text);
    else if (KEY.test(key)) await bringResponse(key, text);
    else {
      const [[wavesOf, question]] = Object.entries(JSON.parse(`{${key.slice(TABLES.length)}}`));
      await keepFirst(TABLES + bareTexts(wavesOf), bareTexts(question), () => text);
    }
  }
  if (earlier.size) await erase(ONE_FOR_ALL);

  function bringResponse(key, body, signed) {
    return stored[key] || !("reports" in JSON.parse(body))
      ? keepFirst(key, RESPONSE, () => JSON.stringify({ acknowledged: true, body, signed }))
      : keepFirst(key + UNSENT, RESPONSE, () => body);
  }
}
