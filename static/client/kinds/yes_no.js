/* Yes or no: one bit, in the words of the page. */

import { make } from "../page/elements.js";
import { message } from "../messages.js";
import { RADIOS, radios } from "./fields.js";
import { KNOWN } from "./known_share.js";
import { NO_YES } from "./labels.js";
import { ONE_OF } from "./one_of.js";

export const YES_NO = {
  ...ONE_OF,
  ...RADIOS,
  keys: [],
  allowed: KNOWN,
  fits: () => true,
  items: ({ text }) => [{ text, labels: NO_YES }],
  fields: () => radios([[1, label("yes")], [0, label("no")]]),
  coin: "coin_of_all",
  proof: "_of_yes",
  said: (_, item, report) => yesOrNo(report),
  order: [1, 0],
  concluded: ({ before, yes, no }, report) => message("guessed_yes", { before, after: report ? yes : no }),
};

/** What a report of one bit says, in the words of the page. */
export function yesOrNo(report) {
  return make("bdi", {}, message(report ? "yes" : "no"));
}

function label(name) {
  return make("span", { textContent: message(name) });
}
