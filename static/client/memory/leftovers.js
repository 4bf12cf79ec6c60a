/* What this browser keeps of other visits: found again, and forgotten where the questionnaire cannot be opened any more. */

import { forgetSurvey, idOfWaves } from "./ledger.js";
import { forgetKept } from "./remembered.js";
import { forgetTables } from "./wave_tables.js";

const KEPT = /^deniable:(.+):([\da-f]{64})$/;

/** The digests of the questionnaires to which this browser keeps a response, of the survey with this id. */
export function keptOf(id) {
  return allKept().filter(([known]) => known === id).map(([, digest]) => digest);
}

/** Whether this browser keeps a response to this questionnaire under another id, or to another one under this id: a
 * server can lead to either. */
export function answeredBefore(id, digest) {
  return allKept().some(([known, of]) => (known === id) !== (of === digest));
}

/** [id, digest] of each response that this browser keeps. */
function allKept() {
  try {
    return Object.keys(localStorage).map((key) => KEPT.exec(key)?.slice(1)).filter(Boolean);
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
