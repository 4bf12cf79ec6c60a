/* Forgetting the responses to a survey whose questionnaire cannot be opened any more. */

import { forgetUnder } from "./first_kept.js";
import { forgetSurvey } from "./ledger.js";
import { QUESTION } from "./remembered.js";

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

/** Forgets these responses; their ε stays in the ledger's sum. */
export async function forgetReports(id) {
  for (const digest of keptOf(id)) {
    forgetSurvey(`${id}:${digest}`);
    localStorage.removeItem(`deniable:${id}:${digest}`);
    for (const before of ["", QUESTION]) await forgetUnder(`${before}deniable:${id}:${digest}`);
  }
}
