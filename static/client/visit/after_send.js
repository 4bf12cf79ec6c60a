/* The client's second script: what happens from pressing Send on, and to what was drawn here before.
 *
 * The page can ask for it, and does before an answer can be sent: see requests/second_script.js. The single file has it
 * within itself.
 */

import { sayAskedBefore } from "./asked_before.js";
import { opensAgain } from "./before_draw.js";
import { watchWords } from "./changed_words.js";
import { forgetVisit, offerToForget, watchForgetting } from "./forgetting.js";
import { record } from "./drawing.js";
import { drawAndSend, resume } from "./sending.js";

globalThis.afterSend = {
  drawAndSend, forgetVisit, offerToForget, opensAgain, record, resume, sayAskedBefore, watchForgetting, watchWords,
};
