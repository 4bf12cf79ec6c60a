/* The client's second script: what happens from pressing Send on, and to what was drawn here before.
 *
 * The page can ask for it, and does before an answer can be sent: see requests/second_script.js. The single file has it
 * within itself.
 */

import { thirdScript } from "../requests/third_script.js";
import { sayAskedBefore } from "./asked_before.js";
import { forgetVisit, watchForgetting } from "./forgetting.js";
import { record } from "./drawing.js";
import { drawAndSend, resume } from "./sending.js";
import { watchWords } from "./watching.js";

globalThis.afterSend = {
  drawAndSend, forgetVisit, record, resume, sayAskedBefore, thirdScript, watchForgetting, watchWords,
};
