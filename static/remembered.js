/* What this browser remembers of a survey: the response it drew, never an answer.
 *
 * Kept before the first attempt to send, so that a reload, a retry or a second
 * tab sends the very same bytes and nothing is ever drawn twice.
 */

/** The memory of one survey, or null if this browser keeps nothing for the page. */
export function openMemory(code, digest) {
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
     * `drawn` is called once a new one is kept. The lock makes this right for
     * two tabs at once, where the browser has locks.
     */
    async drawOnce(draw, drawn) {
      const keep = () => {
        if (!this.read()) {
          write({ body: draw(), acknowledged: false });
          drawn();
        }
        return this.read();
      };
      return navigator.locks ? navigator.locks.request(key, keep) : keep();
    },

    acknowledge() {
      const kept = this.read();
      if (kept) write({ ...kept, acknowledged: true });
    },

    forget() {
      localStorage.removeItem(key);
    },
  };

  function write(kept) {
    localStorage.setItem(key, JSON.stringify(kept));
  }
}
