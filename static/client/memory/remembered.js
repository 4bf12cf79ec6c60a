/* What this browser remembers of a survey: the response it drew, never an answer.
 *
 * Kept before the first attempt to send, so that a reload, a retry or a second
 * tab sends the very same bytes and nothing is ever drawn twice.
 */

import { forgetUnder, keep, keepFirst, keepFirstApart, keptUnder, textOf } from "./first_kept.js";

const QUESTION = "question:"; // before the key, under which stands the drawn question

/** Forgets the response under this key, and which question was drawn. */
export async function forgetKept(key) {
  localStorage.removeItem(key);
  await forgetUnder(`${QUESTION}${key}`);
  await forgetUnder(key);
}

/** The memory of the survey with this id, or null if this browser keeps nothing for the page.
 *
 * With `apart` a response that is not stored yet is kept where it leaves no trace: it has
 * a token, or beside the tables of waves its reports would tell the answers. The waves' name is kept with it, by
 * which their tables are found once the questionnaire is not to be had any more.
 */
export function openMemory(id, digest, apart = false, wavesOf = "") {
  const key = `deniable:${id}:${digest}`;
  try {
    if (!globalThis.indexedDB) return null; // asking for it may throw where storage is blocked
    localStorage.setItem(`${key}:probe`, "");
    localStorage.removeItem(`${key}:probe`);
  } catch {
    return null;
  }
  return {
    key,

    /** {acknowledged, body, signed} of the response drawn here, or null; without a body if it is kept apart. */
    read() {
      return JSON.parse(localStorage.getItem(key));
    },

    /** The body of the response drawn here, wherever it is kept; undefined if it is lost. */
    async body() {
      return this.read()?.body ?? textOf((await keptUnder(key))[0]);
    },

    /** Keeps the response that `draw` makes, unless one is kept already; returns what is kept.
     *
     * `drawn` is called once a new one is kept.
     */
    async drawOnce(draw, drawn) {
      let made = false;
      const body = await (apart ? keepFirstApart : keepFirst)(key, () => {
        made = true;
        return draw();
      });
      // Without its reports it was stored before, and only localStorage has lost it.
      const acknowledged = !("reports" in JSON.parse(body));
      if (!this.read()) write(apart ? { acknowledged } : { acknowledged, body });
      if (made) drawn();
      return this.read();
    },

    /** Keeps the same reports with another token, or none, the former having been refused; returns the body. */
    async replaceToken(token) {
      const body = JSON.stringify({ ...JSON.parse(await this.body()), token });
      await keep(key, new Blob([body])).catch(() => keep(key, body));
      write({ acknowledged: false });
      return body;
    },

    /** The response is stored, as is `signed`: from now on both are shown only, and its token is nowhere here.
     *
     * Nor is anything else of it, `inWaves`: not its id either, which leads to its reports.
     */
    async acknowledge(inWaves, signed) {
      const sent = await this.body();
      if (!sent) return;
      const { token, ...rest } = JSON.parse(sent);
      const body = JSON.stringify(inWaves ? {} : rest); // what another tab would send, too
      write({ acknowledged: true, body, signed: inWaves ? undefined : signed });
      await keep(key, body);
    },

    /** The place of the question that is asked here: what `draw` returns, unless one was drawn before. */
    drawQuestion(draw) {
      return keepFirst(`${QUESTION}${key}`, draw);
    },

    forget() {
      return forgetKept(key);
    },
  };

  function write(kept) {
    localStorage.setItem(key, JSON.stringify({ ...kept, wavesOf: wavesOf || undefined }));
  }
}
