/* What a respondent fills in, by kind of question.
 *
 * None of these fields has a name: a form can then send nothing truthful,
 * whatever happens to the script.
 */

import { chosenValue, clearRadios, groupRadios } from "./radios.js";

const RADIOS = { prepare: groupRadios, answer: chosenValue, clear: clearRadios };
const FIELDS = {
  "yes/no": RADIOS,
  choice: RADIOS,
  rating: RADIOS,
  several: { prepare: prepareBoxes, answer: tickedBoxes, clear: clearBoxes },
  number: { prepare: prepareNumber, answer: typedNumber, clear: clearNumber },
};

/** Makes the fields of a question usable. */
export function prepareField(fieldset) {
  FIELDS[fieldset.dataset.kind].prepare(fieldset);
}

/** The answer as survey/core/kinds/answers.py describes it, or null while there is none. */
export function answerOf(fieldset) {
  return FIELDS[fieldset.dataset.kind].answer(fieldset);
}

/** Takes every answer inside `fieldset` back. */
export function clearField(fieldset) {
  FIELDS[fieldset.dataset.kind].clear(fieldset);
}

/* "Choose all that apply": the last box says that none does, so that nothing
 * ticked is an answer not given, and never one by accident. */

function boxesOf(fieldset) {
  const boxes = [...fieldset.querySelectorAll("input[type=checkbox]")];
  return { boxes: boxes.slice(0, -1), none: boxes.at(-1) };
}

function prepareBoxes(fieldset) {
  const { boxes, none } = boxesOf(fieldset);
  none.addEventListener("change", () => {
    if (none.checked) boxes.forEach((box) => (box.checked = false));
  });
  boxes.forEach((box) => box.addEventListener("change", () => (none.checked = false)));
}

function tickedBoxes(fieldset) {
  const { boxes, none } = boxesOf(fieldset);
  const ticked = boxes.map((box) => Number(box.checked));
  return none.checked || ticked.includes(1) ? ticked : null;
}

function clearBoxes(fieldset) {
  fieldset.querySelectorAll("input").forEach((box) => (box.checked = false));
}

/* Who turns the wheel to scroll on would change the number under the pointer. */
function prepareNumber(fieldset) {
  const input = fieldset.querySelector("input");
  input.addEventListener("wheel", () => input.blur(), { passive: true });
}

function typedNumber(fieldset) {
  const input = fieldset.querySelector("input");
  const number = Number(input.value);
  const fits = Number.isInteger(number) && number >= Number(input.min) && number <= Number(input.max);
  return input.value.trim() !== "" && fits ? number : null;
}

function clearNumber(fieldset) {
  fieldset.querySelector("input").value = "";
}
