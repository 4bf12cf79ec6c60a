/* Where the client's script is lost on its way, the page is loaded again: browsers ask for a script once only. */

/** Reloads the page when the script fails: lost, refused, or not the one whose digest the page holds. Before that it
 * waits for 2 seconds, then for twice as long each time, up to 30, and fetches the script past the browser's cache, which
 * may hold what a network answered in its place. Nothing can have been answered, since the script has not run.
 *
 * This entry of the browser's history counts the loads, where no cookie or storage need be allowed; served.js, which is
 * the script, clears it. The link's fragment stays. After three loads and 14 seconds real coins are offered at once,
 * about when a page that waits offers them.
 */
export function reloadWithoutScript() {
  const loads = +history.state;
  if (loads > 2) document.documentElement.className = "in-vain";
  addEventListener("error", ({ target }) => {
    if (target !== document.querySelector("script[src]")) return; // another file's
    // To its last byte: leaving the page ends the fetch, and then nothing of it is in the cache.
    const reload = () =>
      fetch(target.src, { cache: "reload" }).then((script) => script.arrayBuffer()).finally(() => location.reload());
    history.replaceState(loads + 1, "");
    setTimeout(
      () => (navigator.onLine ? reload() : addEventListener("online", reload)), Math.min(2e3 * 2 ** loads, 3e4),
    );
  }, true); // such an event does not bubble
}
