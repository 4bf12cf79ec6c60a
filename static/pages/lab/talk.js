/* Turns a page of slides over by keys and by a swipe to the side; the address names the slide.
 *
 * Without it the page is scrolled, and the links of each slide lead on.
 */

import { isForThePage } from "../shortcuts.js";

const SWIPE = 60; // pixels to the side
const slides = [...document.querySelectorAll(".slide")];
const last = slides.length - 1;
let place = 0;
let touched = null;

const KEYS = {
  ArrowRight: () => place + 1, " ": () => place + 1, PageDown: () => place + 1,
  ArrowLeft: () => place - 1, PageUp: () => place - 1, Home: () => 0, End: () => last,
};

document.addEventListener("keydown", (event) => {
  const key = KEYS[event.key];
  if (!key || event.shiftKey || !isForThePage(event)) return;
  event.preventDefault();
  turnTo(key());
});

document.addEventListener("touchstart", ({ touches }) => { touched = touches.length === 1 ? touches[0] : null; });
document.addEventListener("touchend", ({ changedTouches: [end] }) => {
  if (!touched) return;
  const [across, down] = [end.clientX - touched.clientX, end.clientY - touched.clientY];
  touched = null;
  if (Math.abs(across) > Math.max(SWIPE, 2 * Math.abs(down))) turnTo(place - Math.sign(across));
});

function turnTo(wanted) {
  const to = Math.min(Math.max(wanted, 0), last);
  slides[to].scrollIntoView({ behavior: "instant" });
  slides[to].focus({ preventScroll: true }); // so that its title is read aloud
  settle(to);
}

function settle(to) {
  place = to;
  history.replaceState(null, "", `#${slides[to].id}`);
}

// The slide that is in the middle of the screen, however the reader came there.
const middle = new IntersectionObserver((entries) => {
  for (const { target, isIntersecting } of entries) if (isIntersecting) settle(slides.indexOf(target));
}, { rootMargin: "-50% 0px -50% 0px" });
for (const slide of slides) middle.observe(slide);
