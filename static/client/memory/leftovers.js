/* What this browser keeps of other visits, found again by its marks. */

import { KEY, keyOf } from "./places.js";

/** The digests of the questionnaires to which this browser keeps a response, of the survey with this id. */
export function keptOf(id) {
  return allKept().filter(([known]) => known === id).map(([, digest]) => digest);
}

/** Whether this browser keeps a response to the survey with this id that is not stored yet. */
export function keepsUnsent(id) {
  return keptOf(id).some((digest) => !JSON.parse(localStorage.getItem(keyOf(id, digest))).acknowledged);
}

/** Whether this browser keeps a response to this questionnaire under another id, or to another one under this id: a
 * server can lead to either. */
export function answeredBefore({ id, digest }) {
  return allKept().some(([known, of]) => (known === id ? of !== digest : of === digest));
}

/** [id, digest] of each response that this browser keeps. */
function allKept() {
  try {
    return Object.keys(localStorage).map((key) => KEY.exec(key)?.slice(1)).filter(Boolean);
  } catch {
    return []; // storage is blocked
  }
}
