/* Debiasing in three steps within five seconds: reports, what the coin made of them, estimate.
 *
 * The server has computed all places and widths; the stylesheet moves the bars, and does not for
 * whoever wants no motion: then each call shows the next still.
 */

import { say } from "./sentences.js";

const STEPS = 3;
const STEP_MS = 1_700;
const calm = matchMedia("(prefers-reduced-motion: reduce)");
let next = null; // the timer of the next step

/** Plays the steps on this slide, goes on by one still, or ends; `tell` tells a step's sentence. */
export function playOn(slide, tell) {
  const picture = slide.querySelector("[data-coin]");
  if (!picture) return false;
  if (picture.hidden) {
    turn(slide, picture, true);
    show(picture, 1, tell);
  } else if (calm.matches && Number(picture.dataset.coin) < STEPS) {
    show(picture, Number(picture.dataset.coin) + 1, tell);
  } else {
    putAway(slide);
    tell(say("The result."));
  }
  return true;
}

/** Shows the slide's result again, if the steps stand in its place. */
export function putAway(slide) {
  clearTimeout(next);
  const picture = slide.querySelector("[data-coin]");
  if (picture && !picture.hidden) turn(slide, picture, false);
}

function turn(slide, picture, shown) {
  picture.hidden = !shown;
  slide.querySelector("[data-coin-off]").hidden = shown;
}

function show(picture, step, tell) {
  picture.dataset.coin = step;
  for (const shape of picture.querySelectorAll("[data-widths]")) {
    shape.setAttribute("width", shape.dataset.widths.split(" ")[step - 1]);
    if (shape.dataset.places) shape.setAttribute("x", shape.dataset.places.split(" ")[step - 1]);
  }
  for (const words of picture.querySelectorAll("[data-step]")) {
    words.hidden = Number(words.dataset.step) !== step;
  }
  tell(picture.querySelector(".coin-sentences [data-step]:not([hidden])").textContent);
  clearTimeout(next);
  if (step < STEPS && !calm.matches) next = setTimeout(() => show(picture, step + 1, tell), STEP_MS);
}
