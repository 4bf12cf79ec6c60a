/* The labels of a yes or no, and the texts of options. */

import { isText } from "../texts.js";

export const NO_YES = ["No", "Yes"]; // report 0 is no, 1 is yes

const MOST_OPTIONS = 20;
const LONGEST_OPTION = 100;

/** Whether these are texts that differ, `least` to 20 of them. */
export function areOptions(listed, least) {
  return (
    Array.isArray(listed) && least <= listed.length && listed.length <= MOST_OPTIONS &&
    listed.every(isOption) && new Set(listed).size === listed.length
  );
}

function isOption(text) {
  return isText(text, LONGEST_OPTION) && !text.includes("\n");
}
