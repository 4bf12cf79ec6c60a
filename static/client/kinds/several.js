/* Choose all that apply: each option that the instrument lists is a yes/no of its own.
 *
 * The last box says that none does, so that nothing ticked is an answer not given, and
 * never one by accident.
 */

import { make } from "../page/elements.js";
import { message } from "../messages.js";
import { checkbox, TICKED } from "./fields.js";
import { NO_YES, areOptions } from "./labels.js";
import { ONE_OF } from "./one_of.js";
import { yesOrNo } from "./yes_no.js";

export const SEVERAL = {
  ...ONE_OF,
  ...TICKED,
  keys: ["options"],
  fits: ({ options }) => areOptions(options, 1),
  items: ({ listed }) => listed.map((text) => ({ text, labels: NO_YES })),

  fields({ listed }, own) {
    const none = make("span", { textContent: message("none_of_these") });
    const boxes = [...listed.map(own), none].map(checkbox);
    return make("div", { className: "options listed" }, ...boxes);
  },
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
  missing: "missing_of_options",
  hint: () => "hint_of_options",
  said: (_, item, report) => yesOrNo(report),
  order: [1, 0],
  either: true, // a letter has both, an option each
  named: ({ text }, own) => [own(text), ": "],
  cards(items, cards, own) {
    return [make("ul", {}, ...items.map(({ text }, place) => make("li", {}, own(text), " ", cards[place])))];
  },
  concluded: ({ before, yes, no }) => message("guessed_option", { before, yes, no }),
};

function boxesOf(fieldset) {
  const boxes = [...fieldset.querySelectorAll("input[type=checkbox]")];
  return { boxes: boxes.slice(0, -1), none: boxes.at(-1) };
}
