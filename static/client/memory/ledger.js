/* The ledger: the ε that this browser has spent with this server, survey by survey.
 *
 * It is kept in this browser's storage and nowhere else. It knows the surveys'
 * titles, their ε and a digest of what they asked, which are the same for everyone, and never an answer or a
 * report. Where the storage fails there is no ledger, and answering goes on.
 */

export const LEDGER_KEY = "deniable:ledger";

const EMPTY = { surveys: {}, forgotten: 0 };

/** The ledger with the survey in it: once, however often it is added. */
function withSurvey(ledger, id, survey) {
  return { ...ledger, surveys: { ...ledger.surveys, [id]: survey } };
}

/** The ledger without the survey's title; its ε stays in the sum, since it stays spent. */
function withoutSurvey(ledger, id) {
  const { [id]: gone, ...surveys } = ledger.surveys;
  return { surveys, forgotten: ledger.forgotten + (gone?.epsilon ?? 0) };
}

/** ε adds up over surveys. */
export function total({ surveys, forgotten }) {
  return Object.values(surveys).reduce((sum, { epsilon }) => sum + epsilon, forgotten);
}

/** The ledger that this text holds; an empty one if it holds none. */
function parseLedger(text) {
  try {
    const { surveys, forgotten } = JSON.parse(text);
    const entries = Object.values(surveys);
    const good = [forgotten, ...entries.map(({ epsilon }) => epsilon)].every(Number.isFinite);
    return good ? { surveys, forgotten } : EMPTY;
  } catch {
    return EMPTY;
  }
}

export function readLedger() {
  try {
    return parseLedger(localStorage.getItem(LEDGER_KEY));
  } catch {
    return EMPTY;
  }
}

export function recordSurvey(id, survey) {
  change((ledger) => withSurvey(ledger, id, survey));
}

/** Takes the survey's title out; whether the ledger had it, and so keeps its ε in the sum. */
export function forgetSurvey(id) {
  const known = id in readLedger().surveys;
  if (known) change((ledger) => withoutSurvey(ledger, id));
  return known;
}

export function clearLedger() {
  change(() => null);
}

function change(make) {
  const ledger = make(readLedger());
  try {
    if (ledger) localStorage.setItem(LEDGER_KEY, JSON.stringify(ledger));
    else localStorage.removeItem(LEDGER_KEY);
  } catch {
    // Full or blocked: the sum is then too small, which is better than not answering.
  }
}
