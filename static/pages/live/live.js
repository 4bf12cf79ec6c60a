/* Keeps the page's parts marked data-live fresh: asks for the same page, takes it only if it changed.
 *
 * A part with data-as is replaced when that word changes, and not for a new form token: its buttons keep the focus
 * while figures move. A part with data-stays keeps the text that it has shown once, until that word changes. Fields
 * that somebody is changing are left alone. If the server does not reply in time, the figures stay, and the page shows
 * of which time they are until it replies. */

import { isEdited } from "../edited.js";
import { morphChildren } from "./morph.js";
import { offerPause } from "./pause.js";
import { whenReleased } from "./released.js";

const EVERY_MS = 2_000;
const LONGEST_MS = 5_000; // that a reply may take
const NOT_HERE = [401, 403, 404, 410]; // deleted, or no longer open to this reader
const OURS = "Permissions-Policy"; // all pages of the app have this header, and hardly a network's own sign-in page
const state = document.getElementById("live-state");
let etag = null;
let asked = 0;
let taken = 0; // the newest answer that was taken
let answered = 0; // the newest time that it was asked, and has answered
let asOf = new Date(); // when the figures were those of the server
const clock = new Intl.DateTimeFormat(document.documentElement.lang, { timeStyle: "short" });

const pause = offerPause(state);

setInterval(refresh, EVERY_MS);
document.addEventListener("visibilitychange", refresh);

/** Refreshes at once, whether or not the page has changed since the last request. */
export function refreshNow() {
  etag = null;
  return refresh();
}

async function refresh() {
  if (document.hidden || pause.held()) return;
  const turn = ++asked;
  try {
    const headers = etag ? { "If-None-Match": etag } : {};
    const asking = { headers, cache: "no-store", signal: AbortSignal.timeout(LONGEST_MS) };
    const begun = new Date();
    const response = await fetch(location.href, asking);
    // Signed out elsewhere (the server then leads to another page), or not here: that page says it.
    const elsewhere = response.redirected || NOT_HERE.includes(response.status);
    if (elsewhere && response.headers.has(OURS)) return location.reload();
    if (response.status === 304) return heard(turn, begun);
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    // A network with its own sign-in page replies 200 in the server's place, or 403, or 404.
    if (!response.ok || !page.getElementById(state.id)) throw new Error(response.statusText);
    whenReleased(() => take(page, response.headers.get("ETag"), turn, begun));
  } catch {
    if (turn > answered) sayAge();
  }
}

function take(page, tag, turn, begun) {
  if (pause.held() || turn < taken) return; // held still since the request, or a newer reply came first
  taken = turn;
  heard(turn, begun);
  pause.follow(page.getElementById(state.id));
  etag = tag;
  for (const shown of document.querySelectorAll("[data-live]:not([data-frozen])")) {
    follow(shown, page.getElementById(shown.id));
  }
}

/** Notes that the server has replied to the request of this time. */
function heard(turn, begun) {
  if (turn < answered) return;
  answered = turn;
  asOf = begun;
  state.hidden = true;
}

function sayAge() {
  state.querySelector("time").textContent = clock.format(asOf);
  state.hidden = false;
}

/** Shows the fresh page's parts; a part that it lacks becomes empty. */
function follow(shown, fresh) {
  const as = fresh?.dataset.as;
  const same = as === undefined ? fresh?.innerHTML === shown.innerHTML : as === shown.dataset.as;
  const stays = "stays" in shown.dataset && shown.childElementCount > 0 && shown.dataset.stays === fresh?.dataset.stays;
  if (same || stays || isEdited(shown)) return;
  if (fresh) morphChildren(shown, fresh.cloneNode(true)); // a part within this one is compared with it, too
  else shown.replaceChildren();
  if (as !== undefined) shown.dataset.as = as;
  if (fresh?.dataset.stays) shown.dataset.stays = fresh.dataset.stays;
}
