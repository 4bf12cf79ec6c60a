/* Whether the browser changes the words of the questionnaire, as its translation does. */

import { make } from "../page/elements.js";
import { thirdScript } from "../requests/third_script.js";

/** Watches these fieldsets; once a question is not worded as the questionnaire has it, changed_words.js says so. */
export function watchWords(survey, fieldsets) {
  const watcher = new MutationObserver(look);
  const words = survey.questions.map(({ text }) => make("p", { textContent: text }).textContent);
  watcher.observe(fieldsets[0].form, { childList: true, characterData: true, subtree: true });
  look();

  async function look() {
    const isOwn = (each, place) => each.querySelector("bdi").textContent === words[place] && !each.querySelector("font");
    if (fieldsets.every(isOwn)) return;
    watcher.disconnect();
    (await thirdScript(true)).showOriginal(survey, fieldsets);
  }
}
