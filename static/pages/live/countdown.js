/* Counts down the seconds that the server says are left. The server closes by its own clock. */

import { refreshNow } from "./live.js";

const EVERY_MS = 200;
const CLOSED_AFTER_MS = 1_000; // the server closes within this time
const ends = new WeakMap(); // by element: when its time is up. The wall clock goes on while a laptop sleeps.

setInterval(countDown, EVERY_MS);
countDown();

function countDown() {
  for (const shown of document.querySelectorAll("[data-seconds-left]")) {
    if (!ends.has(shown)) ends.set(shown, Date.now() + 1000 * shown.dataset.secondsLeft);
    const left = Math.max(0, Math.ceil((ends.get(shown) - Date.now()) / 1000));
    const text = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (text === shown.textContent) continue;
    shown.textContent = text;
    if (left === 0) setTimeout(refreshNow, CLOSED_AFTER_MS);
  }
}
