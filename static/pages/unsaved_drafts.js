/* What is typed and not yet saved, kept in this browser until it is, or until its owner signs out. */

const PREFIX = "deniable-unsaved ";

export const keyOf = (owner, path) => `${PREFIX}${owner} ${path}`;

/** Keeps the fields; whether this browser could. */
export function keep(key, fields) {
  try {
    localStorage.setItem(key, JSON.stringify({ at: Date.now(), fields }));
    return true;
  } catch {
    return false;
  }
}

/** What is kept, {at, fields}, or null. */
export function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key));
  } catch {
    return null;
  }
}

export function forget(key) {
  try {
    localStorage.removeItem(key);
  } catch {
    // a browser that denies its storage has kept nothing
  }
}

export function forgetAll() {
  try {
    for (const key of Object.keys(localStorage)) if (key.startsWith(PREFIX)) localStorage.removeItem(key);
  } catch {
    // as above
  }
}
