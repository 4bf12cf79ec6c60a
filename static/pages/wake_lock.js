/* Keeps the screen awake while this page is seen: a projected laptop is touched by nobody.
 *
 * The browser drops the lock whenever the page is hidden, so the page asks again. One that has no such lock,
 * or refuses it, as to save a battery, lets the screen sleep as usual.
 */

async function stayAwake() {
  if (document.hidden) return;
  try {
    await navigator.wakeLock.request("screen");
  } catch {
    // Then the screen sleeps as its owner has set it.
  }
}

document.addEventListener("visibilitychange", stayAwake);
stayAwake();
