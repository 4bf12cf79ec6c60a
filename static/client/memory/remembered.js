/* What this browser remembers of a survey: the response it drew, never an answer.
 *
 * Kept before the first attempt to send, so that a reload, a retry or a second
 * tab sends the very same bytes and nothing is ever drawn twice.
 *
 * IndexedDB decides. localStorage has a mark beside it, by which other tabs hear of it and by which it is found
 * without the questionnaire: it says nothing of the response but whether it is stored.
 */

import { bringEarlier, STORED_WAVE } from "./earlier.js";
import { erase, keep, keepFirst, keptIn } from "./first_kept.js";
import { keyOf, QUESTION, RESPONSE, UNSENT } from "./places.js";

/** Forgets the response under this key, and which question was drawn. */
export async function forgetKept(key) {
  await bringEarlier();
  await erase(key + UNSENT, key);
  localStorage.removeItem(key);
}

/** The memory of the survey with this id, or null if this browser keeps nothing for the page. */
export function openMemory(id, digest) {
  const key = keyOf(id, digest);
  try {
    if (!globalThis.indexedDB) return null; // asking for it may throw where storage is blocked
    localStorage.setItem(`${key}:probe`, "");
    localStorage.removeItem(`${key}:probe`);
  } catch {
    return null;
  }
  return {
    key,

    /** Whether there is a mark, which may come late, and outlive what it stands for. */
    marked() {
      return localStorage.getItem(key) !== null;
    },

    /** {acknowledged, body, signed} of the response drawn here, or null. */
    async read() {
      await bringEarlier();
      // In this order: what is not waiting any more is stored already.
      const body = (await keptIn(key + UNSENT)).get(RESPONSE);
      const stored = (await keptIn(key)).get(RESPONSE);
      if (!body && (!stored || stored === STORED_WAVE)) return null;
      if (stored && body) await erase(key + UNSENT); // the browser was ended meanwhile
      const kept = stored ? JSON.parse(stored) : { acknowledged: false, body };
      mark(kept);
      return kept;
    },

    /** Keeps the response that `draw` makes, unless one is kept already; resolves to what is kept.
     *
     * `drawn` is called once a new one is kept.
     */
    async drawOnce(draw, drawn) {
      let made = false;
      if (!(await this.read())) {
        await keepFirst(key + UNSENT, RESPONSE, () => {
          made = true;
          return draw();
        });
      }
      const kept = await this.read(); // what another tab drew may be stored meanwhile
      if (made) drawn();
      return kept;
    },

    /** Keeps the same reports with another token, or none, the former having been refused. */
    async replaceToken(token) {
      const { body } = await this.read();
      await keep(key + UNSENT, RESPONSE, JSON.stringify({ ...JSON.parse(body), token }));
    },

    /** The response is stored, as is `signed`: from now on both are shown only, and its token is nowhere here. */
    async acknowledge(signed) {
      const sent = await this.read();
      if (!sent) return; // forgotten meanwhile
      const { token, ...rest } = JSON.parse(sent.body);
      const kept = { acknowledged: true, body: JSON.stringify(rest), signed };
      await keep(key, RESPONSE, JSON.stringify(kept));
      mark(kept);
      await erase(key + UNSENT);
    },

    /** The place of the question that is asked here: what `draw` returns, unless one was drawn before. */
    drawQuestion(draw) {
      return keepFirst(key, QUESTION, draw);
    },

    forget() {
      return forgetKept(key);
    },
  };

  function mark({ acknowledged }) {
    try {
      localStorage.setItem(key, JSON.stringify({ acknowledged }));
    } catch {
      // Full: other tabs ask the database before they draw.
    }
  }
}
