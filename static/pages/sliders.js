/* Shows the outcome of the sliders and the seed at once: requests the same page with their values. */

import { wholeNumber } from "../client/numerals.js";
import "./dragging.js";

const QUIET_MS = 700; // without a change before the outcome is read aloud

const form = document.getElementById("settings");
const button = form.querySelector("button:not([data-again])");
const seed = document.getElementById("seed"); // of the form, though not in it
const aloud = document.getElementById("aloud");
const waiting = document.querySelector("[data-waits]");
const written = new Intl.NumberFormat(document.documentElement.lang, { maximumFractionDigits: 6, useGrouping: false });
let asking = false;
let moved = false;
let quiet = 0;

button.hidden = true; // the sliders show at once
document.addEventListener("input", async (event) => {
  if (event.target.form !== form || (event.target === seed && !isSeed())) return; // one that is being typed
  if (event.target.type === "range") name(event.target);
  history.replaceState(null, "", query());
  moved = true;
  if (asking) return; // one request at a time, and then the newest
  asking = true;
  waiting?.setAttribute("aria-busy", "true");
  try {
    while (moved) {
      moved = false;
      await show(query());
    }
    button.hidden = true;
    speak(document.getElementById("says")?.textContent);
  } catch {
    button.hidden = false; // a press repeats the request
    speak(form.dataset.unreachable);
  } finally {
    asking = false;
    waiting?.removeAttribute("aria-busy");
  }
});

document.querySelector("[data-again]")?.addEventListener("click", (event) => {
  event.preventDefault();
  seed.value = (wholeNumber(seed.value) % seed.dataset.most) + 1;
  seed.dispatchEvent(new Event("input", { bubbles: true }));
});

function isSeed() {
  const typed = wholeNumber(seed.value);
  return typed >= 1 && typed <= seed.dataset.most;
}

function query() {
  return `?${new URLSearchParams(new FormData(form))}`;
}

/* The value in words, beside its slider and for screen readers, before any reply comes. */
function name(slider) {
  const { words, unit = "" } = slider.dataset;
  const place = Math.round((slider.value - slider.min) / slider.step);
  const value = words ? JSON.parse(words)[place] : written.format(slider.value) + unit;
  document.getElementById(`${slider.id}-chosen`).textContent = value;
  slider.setAttribute("aria-valuetext", value);
}

async function show(asked) {
  const answer = await fetch(location.pathname + asked);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const part of document.querySelectorAll("[data-follows]")) {
    part.replaceChildren(...page.getElementById(part.id).childNodes);
  }
}

function speak(sentence) {
  if (!aloud) return;
  clearTimeout(quiet);
  quiet = setTimeout(() => { aloud.textContent = sentence; }, QUIET_MS);
}
