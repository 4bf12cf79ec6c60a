/* All kinds of questions, by their names. Mirror of survey/core/kinds/registry.py.
 *
 * Of each: the `keys` of its fields in the questionnaire, and whether what they hold `fits`;
 * its `items`; the `fields` in which a respondent answers, in whose words `own` makes an element;
 * how they are prepared, read and cleared. What is read is an answer as answers.js has it, or
 * null. `yesNo`: the page says the labels in its own words; `ofOptions`: an item is an
 * option's; `ends`: to one of them a number is rounded.
 */

import { CHOICE } from "./choice.js";
import { NUMBER } from "./number.js";
import { RATING } from "./rating.js";
import { SEVERAL } from "./several.js";
import { YES_NO } from "./yes_no.js";

export const KINDS = new Map([
  ["yes/no", YES_NO],
  ["choice", CHOICE],
  ["several", SEVERAL],
  ["number", NUMBER],
  ["rating", RATING],
]);
