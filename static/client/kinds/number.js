/* A whole number in a range, rounded at random to one of its ends. */

import { make } from "../page/elements.js";
import { roundToBit } from "../mechanism.js";
import { fromLeft, message, percentAtLeast, whole } from "../messages.js";
import { wholeNumber } from "../numerals.js";
import { ONE_OF } from "./one_of.js";

const LARGEST_NUMBER = 1_000_000;
const ALWAYS = [1, 1];

export const NUMBER = {
  ...ONE_OF,
  keys: ["low", "high"],
  fits: ({ low, high }) => isWhole(low) && isWhole(high) && low < high,
  items: ({ text, low, high }) => [{ text, labels: [String(low), String(high)] }],

  fields({ low, high }) {
    // No number field: it reads "2.000" as 2, and Chromium takes no Arabic digits.
    const input = make("input", { ends: [low, high], dir: "ltr", autocomplete: "off", required: true });
    if (low >= 0) input.inputMode = "numeric"; // such keys of a phone have no minus
    return make("label", { className: "number" }, message("whole_number", { low: whole(low), high: whole(high) }), "\n", input);
  },
  prepare() {},
  answer(fieldset) {
    const { value, ends: [low, high] } = fieldset.querySelector("input");
    const number = wholeNumber(value);
    return number !== null && number >= low && number <= high ? number : null;
  },
  clear(fieldset) {
    fieldset.querySelector("input").value = "";
  },
  begun: (fieldset) => fieldset.querySelector("input:valid") !== null,
  focus: (fieldset) => fieldset.querySelector("input").focus(),

  range: ({ low, high }) => [low, high],
  rounded: ({ low, high }, value, nextWord) => roundToBit(value, low, high, nextWord),

  missing: "missing_number",
  hint: () => "hint_of_ends",
  changes: (coin) => [coin, ALWAYS], // one between the ends is always changed
  said({ low, high }, item, report) {
    return make("bdi", {}, message(report ? "high_end" : "low_end", { range: fromLeft(`${whole(low)} – ${whole(high)}`) }));
  },
  short: ({ low, high }, item, report) => make("bdi", {}, whole(report ? high : low)),
  concluded: ({ yes: after, ...shares }) => message("guessed_number", { after, ...shares }),
  others: (share) => message("others_of_number", { share: percentAtLeast(share) }),
};

function isWhole(number) {
  return Number.isInteger(number) && Math.abs(number) <= LARGEST_NUMBER;
}
