/* What goes on although the page was left meanwhile, and came back out of the back/forward cache. */

/** What `attempt`, an asynchronous function that does no harm twice, resolves to.
 *
 * Firefox drops what it would tell a page that lies in the cache: the attempt would never end, and so
 * another one is made when the page is shown again.
 */
export function evenIfLeft(attempt) {
  return new Promise((resolve, reject) => {
    const over = new AbortController();
    let latest;
    const begin = () => {
      const own = (latest = attempt());
      own.then(resolve, (error) => own === latest && reject(error));
      own.then(() => over.abort(), () => own === latest && over.abort());
    };
    addEventListener("pageshow", ({ persisted }) => persisted && begin(), { signal: over.signal });
    begin();
  });
}
