/* What earlier releases kept: brought to where it is kept now, and cleared where it is of their waves.
 *
 * Release 0.1.0 had one database for all, of which Forget left bytes behind, and responses in localStorage, too. Waves
 * of 0.2.0 kept a report for every possible answer, which tells the answers to whoever sees what was sent.
 */

import { erase, keepFirst, keptIn, tryOut } from "./first_kept.js";
import { forgetSurvey, readLedger } from "./ledger.js";
import { KEY, QUESTION, RESPONSE, UNSENT } from "./places.js";

export const STORED_WAVE = '{"acknowledged":true,"body":"{}"}'; // all that was kept of a response to a wave

const ONE_FOR_ALL = "deniable";
const PLACE = "question:"; // before a response's key: the place of the question that was drawn
const TABLES = 'deniable:waves:"'; // a survey whose code is "waves" has its digest there

let brought = null;

/** Resolves once nothing is left where it was kept before. */
export function bringEarlier() {
  return (brought ??= bring());
}

async function bring() {
  const stored = {}; // whether the response is, by its key
  for (const key of Object.keys(localStorage).filter((each) => KEY.test(each))) {
    const { body, signed, wavesOf, ...mark } = JSON.parse(localStorage.getItem(key));
    stored[key] = mark.acknowledged;
    if (body) await bringResponse(key, body, signed);
    if (body === "{}" || (wavesOf && mark.acknowledged)) {
      await erase(key);
      localStorage.removeItem(key);
    } else if (body || wavesOf) localStorage.setItem(key, JSON.stringify(mark));
  }
  await tryOut();
  const earlier = await keptIn(ONE_FOR_ALL);
  for (const [key, value] of earlier) {
    const text = value instanceof Blob ? await value.text() : value;
    if (key.startsWith(PLACE)) await keepFirst(key.slice(PLACE.length), QUESTION, () => text);
    else if (KEY.test(key)) await bringResponse(key, text);
  }
  if (earlier.size) await erase(ONE_FOR_ALL);
  await clearTables();

  async function bringResponse(key, body, signed) {
    if (body === "{}") return; // to a wave
    if (stored[key]) await keepFirst(key, RESPONSE, () => JSON.stringify({ acknowledged: true, body, signed }));
    else await keepFirst(key + UNSENT, RESPONSE, () => body);
  }
}

/** Erases the tables of all waves, and their names from the ledger, whose sum keeps what they cost. */
async function clearTables() {
  const databases = (await indexedDB.databases?.()) ?? [];
  const tables = databases.map(({ name }) => name).filter((name) => name.startsWith(TABLES));
  if (tables.length) await erase(...tables);
  Object.keys(readLedger().surveys).filter((id) => /^waves:(?![\da-f]{64}$)/.test(id)).forEach(forgetSurvey);
}
