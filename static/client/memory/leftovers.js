/* Forgetting the responses to a survey whose questionnaire cannot be opened any more. */

import { forgetSurvey, idOfWaves } from "./ledger.js";
import { forgetKept } from "./remembered.js";
import { forgetTables } from "./wave_tables.js";

/** The digests of the questionnaires to which this browser keeps a response, of the survey with this id. */
export function keptOf(id) {
  const prefix = `deniable:${id}:`;
  try {
    const digests = Object.keys(localStorage).filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length));
    return digests.filter((digest) => /^[0-9a-f]{64}$/.test(digest));
  } catch {
    return []; // storage is blocked
  }
}

/** Forgets these responses, and the tables of their waves as far as their name is known, which earlier releases did not
 * keep; resolves to whether there were any. Their ε stays in the ledger's sum.
 */
export async function forgetReports(id) {
  let waves = false;
  for (const digest of keptOf(id)) {
    const key = `deniable:${id}:${digest}`;
    const { wavesOf } = JSON.parse(localStorage.getItem(key));
    forgetSurvey(wavesOf ? idOfWaves(wavesOf) : `${id}:${digest}`);
    await forgetKept(key);
    if (wavesOf) await forgetTables(wavesOf);
    waves ||= Boolean(wavesOf);
  }
  return waves;
}
