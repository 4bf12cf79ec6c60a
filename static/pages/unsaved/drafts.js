/* Typed text that is not yet saved: stored in this browser until it is, or until its owner signs out.
 *
 * A draft that saves itself is stored for all tabs at each change, any other form for this tab when it is sent: if
 * the server refuses it, Back shows a form without the typed text. */

const PREFIX = "deniable-unsaved ";

export const keyOf = (owner, path) => `${PREFIX}${owner} ${path}`;

/** Stores the fields; returns whether this browser could. */
export function keep(key, fields) {
  return write(() => localStorage, key, { at: Date.now(), fields });
}

/** Stores the fields that were sent just now, until `settle` learns whether the server took them. */
export function keepSent(key, fields) {
  return write(() => sessionStorage, key, { at: Date.now(), fields, sentFrom: location.pathname });
}

/** The stored fields as {at, fields}, or null. */
export function kept(key) {
  return read(() => localStorage, key) ?? read(() => sessionStorage, key);
}

/** Deletes sent fields of a page for which `wasTaken` is true; others are offered where they were typed. */
export function settle(wasTaken) {
  for (const key of keysOf(() => sessionStorage)) {
    const { sentFrom, ...form } = read(() => sessionStorage, key) ?? {};
    if (!sentFrom) continue;
    if (wasTaken(sentFrom)) forget(key);
    else write(() => sessionStorage, key, form);
  }
}

export function forget(key) {
  for (const storage of STORAGES) {
    try {
      storage().removeItem(key);
    } catch {
      // a browser that denies its storage has stored nothing
    }
  }
}

/** The number of stored forms. */
export function countKept() {
  return allKeys().length;
}

export function forgetAll() {
  for (const key of allKeys()) forget(key);
}

// Read each time: if a browser denies its storage, reading it throws.
const STORAGES = [() => localStorage, () => sessionStorage];

function allKeys() {
  return [...new Set(STORAGES.flatMap(keysOf))];
}

function keysOf(storage) {
  try {
    return Object.keys(storage()).filter((key) => key.startsWith(PREFIX));
  } catch {
    return [];
  }
}

function read(storage, key) {
  try {
    return JSON.parse(storage().getItem(key));
  } catch {
    return null;
  }
}

function write(storage, key, value) {
  try {
    storage().setItem(key, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
