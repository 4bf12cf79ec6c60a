/* Yes or no: one bit, in the words of the page. */

import { make } from "../page/elements.js";
import { message } from "../messages.js";
import { NO_YES } from "./labels.js";
import { RADIOS, radios } from "./fields.js";

export const YES_NO = {
  ...RADIOS,
  keys: [],
  yesNo: true,
  fits: () => true,
  items: ({ text }) => [{ text, labels: NO_YES }],
  fields: () => radios([[1, label("yes")], [0, label("no")]]),
};

function label(name) {
  return make("span", { textContent: message(name) });
}
