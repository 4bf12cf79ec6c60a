/* What is decided once in a browser, however many tabs decide it at once.
 *
 * localStorage cannot tell: a tab sees what another has written only some time
 * later, even under a lock. The writing transactions of IndexedDB run one after
 * another in all tabs, also on pages without TLS.
 */

import { evenIfLeft } from "../shown_again.js";

const STORE = "kept";

/** The value that was kept first under `key`; if there is none yet, what `make` returns now.
 *
 * Here and below, `form` is how a kept key is read, if not as it is.
 */
export async function keepFirst(key, make, form = asItIs) {
  let kept;
  await inTransaction((store) => {
    eachWith(store, (each) => form(each) === key, (found) => {
      [kept = make()] = found.values();
      if (!found.size) store.add(kept, key); // never in place of another
    });
  });
  return kept;
}

/** As keepFirst, of a text that is to leave no trace once it is forgotten.
 *
 * Browsers append what they keep to logs, and what is deleted there stays in the bytes for
 * long. A Blob has a file of its own, which goes. Where none is kept, as in a private
 * window of WebKit's, the text itself is.
 */
export async function keepFirstApart(key, make, form) {
  let made;
  const once = () => (made ??= make());
  let kept;
  try {
    kept = await keepFirst(key, () => new Blob([once()]), form);
  } catch {
    kept = await keepFirst(key, once, form);
  }
  return textOf(kept);
}

/** What was kept with keepFirstApart, or as a text. */
export function textOf(kept) {
  return kept instanceof Blob ? evenIfLeft(() => kept.text()) : kept;
}

/** Replaces what is kept under `key`. */
export function keep(key, value) {
  return inTransaction((store) => store.put(value, key));
}

/** All values whose keys begin with `prefix`. */
export async function keptUnder(prefix, form = asItIs) {
  let kept;
  await inTransaction((store) => {
    eachWith(store, (each) => form(each).startsWith(prefix), (found) => (kept = [...found.values()]));
  });
  return kept;
}

/** Forgets all values whose keys begin with `prefix`. */
export function forgetUnder(prefix, form = asItIs) {
  return inTransaction((store) => {
    eachWith(store, (each) => form(each).startsWith(prefix), (found) => {
      for (const key of found.keys()) store.delete(key);
    });
  });
}

function asItIs(key) {
  return key;
}

/** Calls `then` with a map of what is kept under the keys that fit. */
function eachWith(store, fits, then) {
  store.getAllKeys().onsuccess = ({ target: { result: keys } }) => {
    store.getAll().onsuccess = ({ target: { result: values } }) => {
      then(new Map(keys.map((key, place) => [key, values[place]]).filter(([key]) => fits(key))));
    };
  };
}

/** Does the work in a transaction, or in a second one, which finds what the first has kept. */
function inTransaction(work) {
  return evenIfLeft(async () => {
    const database = await openDatabase();
    try {
      await new Promise((resolve, reject) => {
        const transaction = database.transaction(STORE, "readwrite", { durability: "strict" });
        transaction.oncomplete = resolve;
        transaction.onabort = () => reject(transaction.error);
        work(transaction.objectStore(STORE));
      });
    } finally {
      database.close();
    }
  });
}

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("deniable", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
