/* Whether this browser has answered before what it is asked now: a server can lead to it by another address. */

const KEPT = /^deniable:(.+):([\da-f]{64})$/;

/** Whether this browser keeps a response to this questionnaire under another id, or to another one under this id. */
export function answeredBefore(id, digest) {
  return Object.keys(localStorage).some((key) => {
    const [, known, of] = KEPT.exec(key) ?? [];
    return known && (known === id) !== (of === digest);
  });
}
