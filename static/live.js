/* Keeps the page's parts marked data-live fresh: asks for the same page, takes it only if it changed. */

const EVERY_MS = 2_000;
const state = document.getElementById("live-state");
let etag = null;

setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);

async function refresh() {
  if (document.hidden) return;
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const response = await fetch(location.href, { headers, cache: "no-store", redirect: "error" });
    state.hidden = response.ok || response.status === 304;
    if (!state.hidden) throw new Error(response.statusText);
    if (response.status === 304) return;
    etag = response.headers.get("ETag");
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    for (const shown of document.querySelectorAll("[data-live]")) {
      const fresh = page.getElementById(shown.id);
      if (fresh.innerHTML !== shown.innerHTML) shown.replaceChildren(...fresh.childNodes);
    }
  } catch {
    state.textContent = "No connection to the server: these figures may be old.";
    state.hidden = false;
  }
}
