/* What this browser keeps of other visits: found again, and forgotten where the questionnaire cannot be opened any
 * more. */

import { forgetSurvey, idOfWaves } from "./ledger.js";
import { forgetKept } from "./remembered.js";
import { forgetTables } from "./wave_tables.js";

const KEPT = /^deniable:(.+):([\da-f]{64})$/;

/** The digests of the questionnaires to which this browser keeps a response, of the survey with this id. */
export function keptOf(id) {
  return allKept().filter(([known]) => known === id).map(([, digest]) => digest);
}

/** Whether this browser keeps a response to the survey with this id that is not stored yet. */
export function keepsUnsent(id) {
  return keptOf(id).some((digest) => !JSON.parse(localStorage.getItem(`deniable:${id}:${digest}`)).acknowledged);
}

/** Whether this browser keeps a response to this questionnaire under another id, or to another one under this id: a
 * server can lead to either. The same questionnaire in waves repeats its reports, and draws nothing. */
export function answeredBefore({ id, digest, wavesOf }) {
  return allKept().some(([known, of]) => (known === id ? of !== digest : of === digest && !wavesOf));
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
 * keep; resolves to whether their ε stays in the ledger's sum, and whether tables went.
 */
export async function forgetReports(id) {
  const gone = { inTheSum: false, waves: false };
  for (const digest of keptOf(id)) {
    const key = `deniable:${id}:${digest}`;
    const { wavesOf } = JSON.parse(localStorage.getItem(key));
    gone.inTheSum = forgetSurvey(wavesOf ? idOfWaves(wavesOf) : `${id}:${digest}`) || gone.inTheSum;
    await forgetKept(key);
    if (wavesOf) await forgetTables(wavesOf);
    gone.waves ||= wavesOf;
  }
  return gone;
}
