/* What this browser remembers of a survey: the response it drew, never an answer.
 *
 * Kept before the first attempt to send, so that a reload, a retry or a second
 * tab sends the very same bytes and nothing is ever drawn twice.
 */

import { forgetUnder, keep, keepFirst } from "./first_kept.js";

/** The memory of one survey, or null if this browser keeps nothing for the page. */
export function openMemory(code, digest) {
  if (!globalThis.indexedDB) return null;
  const key = `deniable:${code}:${digest}`;
  try {
    localStorage.setItem(`${key}:probe`, "");
    localStorage.removeItem(`${key}:probe`);
  } catch {
    return null;
  }
  return {
    key,

    /** {body, acknowledged} of the response drawn here, or null. */
    read() {
      return JSON.parse(localStorage.getItem(key));
    },

    /** Keeps the response that `draw` makes, unless one is kept already; returns what is kept.
     *
     * `drawn` is called once a new one is kept.
     */
    async drawOnce(draw, drawn) {
      let made = false;
      const body = await keepFirst(key, () => {
        made = true;
        return draw();
      });
      // Without its reports it was stored before, and only localStorage has lost it.
      if (!this.read()) write({ body, acknowledged: !("reports" in JSON.parse(body)) });
      if (made) drawn();
      return this.read();
    },

    /** Keeps the same reports with another token, the former having been refused. */
    replaceToken(token) {
      const kept = this.read();
      write({ ...kept, body: JSON.stringify({ ...JSON.parse(kept.body), token }) });
    },

    /** The response is stored: from now on it is shown only, and its token is nowhere here.
     *
     * Nor are its reports, `inWaves`: beside the tables of the waves they would tell the answers.
     */
    acknowledge(inWaves) {
      const kept = this.read();
      if (!kept) return Promise.resolve();
      const { token, reports, ...rest } = JSON.parse(kept.body);
      const body = JSON.stringify(inWaves ? rest : { ...rest, reports });
      write({ body, acknowledged: true });
      return keep(key, body);
    },

    forget() {
      localStorage.removeItem(key);
      return forgetUnder(key);
    },
  };

  function write(kept) {
    localStorage.setItem(key, JSON.stringify(kept));
  }
}
