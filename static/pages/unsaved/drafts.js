/* What is typed and not yet saved, kept in this browser until it is, or until its owner signs out.
 *
 * A draft that saves itself is kept for all tabs from each change on, any other form for this tab from when it
 * is sent: should it be refused, Back shows a form without what was typed.
 */

const PREFIX = "deniable-unsaved ";

export const keyOf = (owner, path) => `${PREFIX}${owner} ${path}`;

/** Keeps the fields; whether this browser could. */
export function keep(key, fields) {
  return write(() => localStorage, key, { at: Date.now(), fields });
}

/** Keeps the fields that were sent just now, until `settle` says what came of it. */
export function keepSent(key, fields) {
  return write(() => sessionStorage, key, { at: Date.now(), fields, sentFrom: location.pathname });
}

/** What is kept, {at, fields}, or null. */
export function kept(key) {
  return read(() => localStorage, key) ?? read(() => sessionStorage, key);
}

/** Forgets what was sent from a page for which `wasTaken` is true; any other is offered where it was typed. */
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
      // a browser that denies its storage has kept nothing
    }
  }
}

/** How many forms are kept. */
export function countKept() {
  return allKeys().length;
}

export function forgetAll() {
  for (const key of allKeys()) forget(key);
}

// Asked for each time: where a browser denies it, asking throws.
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
