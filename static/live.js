/* Keeps the page's parts marked data-live fresh: asks for the same page, takes it only if it changed. */

import { offerPause } from "./pause.js";

const EVERY_MS = 2_000;
const state = document.getElementById("live-state");
let etag = null;

const paused = offerPause(state);

setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);

/** The same at once, and whether or not the page has changed since it was last asked for. */
export function refreshNow() {
  etag = null;
  return refresh();
}

async function refresh() {
  if (document.hidden || paused()) return;
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch(location.href, { headers, cache: "no-store", redirect: "error" });
    state.hidden = response.ok || response.status === 304;
    if (!state.hidden) throw new Error(response.statusText);
    if (response.status === 304) return;
    etag = response.headers.get("ETag");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const shown of document.querySelectorAll("[data-live]:not([data-frozen])")) {
      const fresh = page.getElementById(shown.id);
      const parts = fresh?.childNodes ?? []; // what the page has no more is empty here
      if (fresh?.innerHTML !== shown.innerHTML) shown.replaceChildren(...parts);
    }
  } catch {
    state.hidden = false; // it says so already
  }
}
