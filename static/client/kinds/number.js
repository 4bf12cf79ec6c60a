/* A whole number in a range, rounded at random to one of its ends. */

import { make } from "../page/elements.js";
import { message } from "../messages.js";

const LARGEST_NUMBER = 1_000_000;

export const NUMBER = {
  keys: ["low", "high"],
  fits: ({ low, high }) => isWhole(low) && isWhole(high) && low < high,
  ends: ({ low, high }) => [low, high],
  items: ({ text, low, high }) => [{ text, labels: [String(low), String(high)] }],

  fields({ low, high }) {
    const input = make("input", { type: "number", min: low, max: high, step: 1, autocomplete: "off", required: true });
    if (low >= 0) input.inputMode = "numeric"; // such keys of a phone have no minus
    return make("label", { className: "number" }, message("whole_number", { low, high }), "\n", input);
  },
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

function isWhole(number) {
  return Number.isInteger(number) && Math.abs(number) <= LARGEST_NUMBER;
}
