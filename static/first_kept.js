/* What is decided once in a browser, however many tabs decide it at once.
 *
 * localStorage cannot tell: a tab sees what another has written only some time
 * later, even under a lock. The writing transactions of IndexedDB run one after
 * another in all tabs, also on pages without TLS.
 */

const STORE = "kept";

/** The value that was kept first under `key`; if there is none yet, what `make` returns now. */
export async function keepFirst(key, make) {
  let kept;
  await inTransaction((store) => {
    store.get(key).onsuccess = ({ target }) => {
      kept = target.result ?? make();
      if (target.result === undefined) store.put(kept, key);
    };
  });
  return kept;
}

/** Replaces what is kept under `key`. */
export function keep(key, value) {
  return inTransaction((store) => store.put(value, key));
}

/** All values whose keys begin with `prefix`. */
export async function keptUnder(prefix) {
  let kept;
  await inTransaction((store) => {
    store.getAll(beginningWith(prefix)).onsuccess = ({ target }) => (kept = target.result);
  });
  return kept;
}

/** Forgets all values whose keys begin with `prefix`. */
export function forgetUnder(prefix) {
  return inTransaction((store) => store.delete(beginningWith(prefix)));
}

function beginningWith(prefix) {
  return IDBKeyRange.bound(prefix, `${prefix}\uffff`);
}

async function inTransaction(work) {
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
}

function openDatabase() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open("deniable", 1);
    request.onupgradeneeded = () => request.result.createObjectStore(STORE);
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
