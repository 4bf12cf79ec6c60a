/* The slides by keys, clicker and buttons. All of them are in the page, one is not hidden.
 *
 * A frozen page keeps the figures of one moment on every slide: live.js passes over what
 * is marked data-frozen. They are kept in this page only, so that a reload lets them follow.
 */

import { playOn, putAway } from "./coin_steps.js";
import { refreshNow } from "./live/live.js";
import { say } from "./sentences.js";
import { isForThePage } from "./shortcuts.js";

const CHANGED = 409; // since the slide showed it
const slides = [...document.querySelectorAll(".slide")];
const last = slides.length - 1;
const figures = [...document.querySelectorAll("[data-figures]")];
const dialog = document.getElementById("shortcuts");
const frozen = document.getElementById("frozen");
const control = (name) => document.querySelector(`[data-do="${name}"]`);
const coinName = control("coin").getAttribute("aria-label");

let place = slides.findIndex((slide) => !slide.hidden);
let cameFrom = place; // where J leads back to

const part = (slide, when) => slide.querySelector(`[data-results="${when}"]`);
const asks = (slide) => part(slide, "shown") !== null;
const resultsShown = (slide) => asks(slide) && !part(slide, "shown").hidden;

const actions = {
  next: () => turnTo(place + 1),
  previous: () => turnTo(place - 1),
  first: () => turnTo(0),
  last: () => turnTo(last),
  join: () => turnTo(place === 0 ? cameFrom : 0),
  results: () => showResults(!resultsShown(slides[place])),
  coin: showCoin,
  forward: () => (asks(slides[place]) && !resultsShown(slides[place]) ? showResults(true) : turnTo(place + 1)),
  back: () => (resultsShown(slides[place]) ? showResults(false) : turnTo(place - 1)),
  freeze,
  shortcuts: () => dialog.showModal(),
  print: () => window.print(), // the stylesheet prints every slide, one a page
  "full-screen": () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen(),
};

const KEYS = {
  ArrowRight: "next", " ": "next", ArrowLeft: "previous", PageDown: "forward", PageUp: "back",
  Home: "first", End: "last", h: "results", r: "coin", f: "freeze", j: "join", "?": "shortcuts",
};

document.addEventListener("keydown", (event) => {
  const action = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (!action || !isForThePage(event)) return;
  event.preventDefault();
  if (!event.repeat) actions[action]();
});

document.addEventListener("click", (event) => {
  const pressed = event.target.closest("[data-do]");
  if (!pressed || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  actions[pressed.dataset.do]();
});

function turnTo(wanted) {
  const to = Math.min(Math.max(wanted, 0), last);
  if (to === place) return;
  if (to === 0) cameFrom = place;
  slides[place].hidden = true;
  putAway(slides[place]);
  place = to;
  slides[place].hidden = false;
  scrollTo(0, 0);
  settle();
}

function showResults(shown) {
  if (!asks(slides[place])) return;
  part(slides[place], "shown").hidden = !shown;
  part(slides[place], "hidden").hidden = shown;
  putAway(slides[place]);
  settle();
}

/** Shows the reports, those made by chance, and the estimate, one each time; then the result itself. */
function showCoin() {
  if (!asks(slides[place])) return;
  if (!resultsShown(slides[place])) showResults(true);
  if (!playOn(slides[place], tell)) tell(say("Too little is known about this question yet."));
  nameCoin(slides[place].querySelector("[data-coin]:not([hidden])"));
}

/** The word that is seen is in the name that is heard and spoken to. */
function nameCoin(playing) {
  control("coin").textContent = say(playing ? "Next step" : "Reports");
  if (playing) control("coin").removeAttribute("aria-label");
  else control("coin").setAttribute("aria-label", coinName);
}

/** Makes address, links and words those of the slide that is shown. */
function settle() {
  const slide = slides[place];
  const shown = resultsShown(slide);
  const lead = (name, ...where) => control(name).setAttribute("href", address(...where));
  history.replaceState(null, "", address(place, shown));
  lead("previous", Math.max(place - 1, 0));
  lead("next", Math.min(place + 1, last));
  lead("results", place, !shown);
  control("results").hidden = !asks(slide);
  control("results").textContent = say(shown ? "Hide" : "Show");
  control("results").setAttribute("aria-label", say(shown ? "Hide the result" : "Show the result"));
  control("coin").hidden = !shown;
  nameCoin(false);
  control("join").hidden = place === 0;
  document.getElementById("link").hidden = place !== 0;
  document.querySelector("[data-number]").textContent = say("{slide} of {last}", { slide: place + 1, last: slides.length });
  const state = asks(slide) ? say(shown ? "Results shown." : "Results hidden.") : "";
  const where = say("Slide {slide} of {last}:", { slide: place + 1, last: slides.length });
  tell(`${where} ${slide.querySelector("h1").textContent} ${state}`);
}

function address(to, shown = false) {
  const query = new URLSearchParams(location.search);
  query.set("slide", to);
  shown ? query.set("results", "shown") : query.delete("results");
  return `${location.pathname}?${query}`;
}

function freeze() {
  const freezes = frozen.hidden;
  for (const figure of figures) figure.toggleAttribute("data-frozen", freezes);
  frozen.hidden = !freezes;
  control("freeze").textContent = say(freezes ? "Follow again" : "Freeze");
  tell(say(freezes ? "Frozen. Newer responses are not shown." : "The figures follow again."));
  if (!freezes) refreshNow();
}

document.addEventListener("submit", async (event) => {
  if (!event.target.matches(".closing, .last-minute")) return;
  event.preventDefault(); // another page would end full screen, and let frozen figures follow
  const body = new URLSearchParams(new FormData(event.target, event.submitter));
  const action = event.submitter?.getAttribute("formaction") ?? event.target.action;
  try {
    const answer = await fetch(action, { method: "POST", body, redirect: "manual" });
    const done = answer.type === "opaqueredirect";
    if (!done && answer.status !== CHANGED) return location.reload(); // closed meanwhile, or signed out: the page says so
    if (done) foldAll(); // else the fold stays open: its buttons are those of the survey as it is now
    await refreshNow();
    if (done) tellClosing();
    else tell(say("Nothing was done: the survey has changed meanwhile. Here it is as it stands now."));
  } catch {
    tell(say("No connection to the server: the time to close was not changed."));
  }
});

/** Says when it closes, or that it has; where other buttons came, the focus is on the first of them. */
function tellClosing() {
  tell(["state", "closes"].map((id) => document.getElementById(id).textContent.trim()).join(" "));
  if (document.activeElement === document.body) document.querySelector("#closing :is(summary, button)")?.focus();
}

document.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && !dialog.open) foldAll();
});

/** Closes the folds on the slide, and leaves the focus where one can open them again. */
function foldAll() {
  for (const fold of document.querySelectorAll(".controls details[open]")) {
    if (fold.contains(document.activeElement)) fold.querySelector("summary").focus();
    fold.open = false;
  }
}

function tell(words) {
  document.getElementById("spoken").textContent = words;
}

// So that a survey that closes meanwhile stays on this slide, whatever the page begins with then.
history.replaceState(null, "", address(place, resultsShown(slides[place])));
for (const name of ["freeze", "print", "shortcuts"]) control(name).hidden = false;
control("coin").hidden = !resultsShown(slides[place]);
control("full-screen").hidden = !document.fullscreenEnabled;
