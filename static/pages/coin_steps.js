/* Debiasing in three steps, one each press: the reports, the reports less those by chance, and the estimate.
 *
 * The server has computed all places; the stylesheet moves the squares, and does not for people
 * who want no motion.
 */

import { say } from "./sentences.js";

const STEPS = 3;
const MOVED = ["x", "y", "width"];

/** Shows the first step on this slide, the next one, or the result again; `tell` tells it. */
export function playOn(slide, tell) {
  const picture = slide.querySelector("[data-coin]");
  if (!picture) return false;
  const next = picture.hidden ? 1 : Number(picture.dataset.coin) + 1;
  if (next > STEPS) {
    putAway(slide);
    tell(say("The result."));
    return true;
  }
  turn(slide, picture, true);
  show(picture, next, tell);
  return true;
}

/** Shows the slide's result again, if the steps stand in its place. */
export function putAway(slide) {
  const picture = slide.querySelector("[data-coin]");
  if (picture && !picture.hidden) turn(slide, picture, false);
}

function turn(slide, picture, shown) {
  picture.hidden = !shown;
  slide.querySelector("[data-coin-off]").hidden = shown;
}

function show(picture, step, tell) {
  picture.dataset.coin = step;
  for (const shape of picture.querySelectorAll("[data-x]")) {
    for (const each of MOVED) shape.setAttribute(each, shape.dataset[each].split(" ")[step - 1]);
  }
  for (const words of picture.querySelectorAll("[data-step]")) {
    words.hidden = Number(words.dataset.step) !== step;
  }
  tell(picture.querySelector(".coin-sentences [data-step]:not([hidden])").textContent);
}
