/* All kinds of questions, by their names. Mirror of survey/core/kinds/registry.py.
 *
 * Of each: the `keys` of its fields in the questionnaire, those `allowed` beside them, and whether what they hold
 * `fits`; its `items`; the `fields` in which a respondent answers, in whose words `own` makes an element; how a
 * fieldset with them is prepared, read and cleared, whether one is `begun`, and how it takes the focus. What is read
 * is an answer as answers.js has it, or null. All else is in one_of.js, where a kind does not say it anew.
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
