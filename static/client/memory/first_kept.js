/* What is decided once in a browser, however many tabs decide it at once, and leaves no trace once it is forgotten.
 *
 * localStorage cannot tell: a tab sees what another has written only some time
 * later, even under a lock, and what was written in the last seconds is lost where the browser is killed. The writing
 * transactions of IndexedDB run one after another in all tabs, also on pages without TLS, and are on the disk once
 * they are over. What is forgotten together has a database of its own.
 */

import { evenIfLeft } from "../shown_again.js";

const STORE = "kept";
const PASSING = "deniable:passing"; // a database of a moment

/** The value that was kept first under `key` in this database; if there is none yet, what `make` returns now. */
export async function keepFirst(name, key, make) {
  let kept;
  let made;
  await inTransaction(name, "readwrite", (store) => {
    const asked = store.get(key);
    asked.onsuccess = () => {
      kept = asked.result ?? (made ??= make());
      if (asked.result === undefined) store.add(kept, key); // never in place of another
    };
  });
  return kept;
}

/** Replaces what is kept under `key` in this database. */
export function keep(name, key, value) {
  return inTransaction(name, "readwrite", (store) => store.put(value, key));
}

/** All that is kept in this database, by key; nothing where there is no such database. */
export async function keptIn(name) {
  const kept = new Map();
  await inTransaction(name, "readonly", (store) => {
    store.openCursor().onsuccess = ({ target: { result: cursor } }) => {
      if (!cursor) return;
      kept.set(cursor.key, cursor.value);
      cursor.continue();
    };
  });
  return kept;
}

/** Deletes these databases, and so that no file of Chromium's holds their bytes any more.
 *
 * Browsers append what they keep to a log, where what is deleted stays for long. Chromium writes the part of a database
 * anew when it is deleted, but of that only what has left the log by then, and it removes the old file on the next
 * such occasion: so another one comes and goes before and after them. tests/browser/respondent/test_profile.py looks.
 */
export async function erase(...names) {
  for (const name of [PASSING, ...names, PASSING]) await comeAndGo(name);
}

/** Throws where this browser lets no database be made, which is told before anything is answered. */
export function tryOut() {
  return comeAndGo(PASSING);
}

async function comeAndGo(name) {
  await inTransaction(name, "readwrite", () => {}); // makes it
  await twice(() => finished(indexedDB.deleteDatabase(name)));
}

/** Does the work in a transaction, or in another one, which finds what the first has kept. */
function inTransaction(name, mode, work) {
  return twice(async () => {
    const database = await openDatabase(name, mode === "readwrite");
    if (!database) return;
    try {
      await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, mode, { durability: "strict" });
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
        work(transaction.objectStore(STORE));
      });
    } finally {
      database.close();
    }
  });
}

/** Once more where it fails: a browser's storage does now and then. */
function twice(attempt) {
  return evenIfLeft(() => attempt().catch(attempt));
}

/** The database; null where there is none and it is not to be made. A browser that cannot tell makes it all the same:
 * to abort its making stops WebKit's storage for good in a tab behind another one. */
async function openDatabase(name, make) {
  const all = make ? null : await indexedDB.databases?.();
  if (all && !all.some((each) => each.name === name)) return null;
  const request = indexedDB.open(name);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE);
  return finished(request);
}

function finished(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
