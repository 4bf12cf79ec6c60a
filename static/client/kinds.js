/* The kinds of questions. Mirror of survey/core/kinds/; in one file, since each costs a phone 1 kB more.
 *
 * Each prepares, reads and clears its fields in a fieldset; what it reads is an answer
 * as answers.js has it, or null. None of the fields has a name: a form can then send
 * nothing truthful, whatever happens to the script. `yesNo`: the page says the labels in
 * its own words; `ofOptions`: an item is an option's; `ends`: to one of them a number is
 * rounded.
 */

import { chosenValue, clearRadios, groupRadios } from "./radios.js";

const RADIOS = { prepare: groupRadios, answer: chosenValue, clear: clearRadios };

/* "Choose all that apply": the last box says that none does, so that nothing
 * ticked is an answer not given, and never one by accident. */
const BOXES = {
  prepare(fieldset) {
    const { boxes, none } = boxesOf(fieldset);
    none.addEventListener("change", () => {
      if (none.checked) boxes.forEach((box) => (box.checked = false));
    });
    boxes.forEach((box) => box.addEventListener("change", () => (none.checked = false)));
  },
  answer(fieldset) {
    const { boxes, none } = boxesOf(fieldset);
    const ticked = boxes.map((box) => Number(box.checked));
    return none.checked || ticked.includes(1) ? ticked : null;
  },
  clear(fieldset) {
    fieldset.querySelectorAll("input").forEach((box) => (box.checked = false));
  },
};

function boxesOf(fieldset) {
  const boxes = [...fieldset.querySelectorAll("input[type=checkbox]")];
  return { boxes: boxes.slice(0, -1), none: boxes.at(-1) };
}

const NUMBER = {
  // Who turns the wheel to scroll on would change the number under the pointer.
  prepare(fieldset) {
    const input = fieldset.querySelector("input");
    input.addEventListener("wheel", () => input.blur(), { passive: true });
  },
  answer(fieldset) {
    const input = fieldset.querySelector("input");
    const number = Number(input.value);
    const fits = Number.isInteger(number) && number >= Number(input.min) && number <= Number(input.max);
    return input.value.trim() !== "" && fits ? number : null;
  },
  clear(fieldset) {
    fieldset.querySelector("input").value = "";
  },
};

export const KINDS = {
  "yes/no": { ...RADIOS, yesNo: true },
  choice: RADIOS,
  several: { ...BOXES, yesNo: true, ofOptions: true },
  number: { ...NUMBER, ends: ({ low, high }) => [low, high] },
  rating: RADIOS,
};
