/* Where this browser keeps what: the databases of first_kept.js, and the keys in them. */

/** A response's key: its database, and its mark in localStorage. */
export function keyOf(id, digest) {
  return `deniable:${id}:${digest}`;
}

export const KEY = /^deniable:(.+):([\da-f]{64})$/;
export const UNSENT = ":unsent"; // behind its key: the database of a response until it is stored
export const RESPONSE = "response"; // where a response is in its database
export const QUESTION = "question"; // where the place of the question is that was drawn
