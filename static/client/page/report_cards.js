/* The cards of a response: blank while it is sent, turned to the reports once it is stored.
 *
 * They are made of the questions alone, each with the room of its widest report, and all turn in one way: how
 * they move and where they stand is the same whatever is on them. No card ever bears an answer.
 */

import { make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";

/** {list, turn}: a list of the questions with blank cards, and a function that shows these reports on them,
 * `moving` or at once. `under` makes what stands under a question's cards then, of the first report. */
export function reportCards({ questions, language }, under) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  const lines = questions.map((question) => lineOf(question, own, under));
  return {
    list: make("ol", { className: "reports" }, ...lines.map(({ line }) => line)),
    turn(reports, moving) {
      const left = [...reports];
      for (const { line, show } of lines) {
        show(left);
        line.className = moving ? "turned turning" : "turned";
      }
    },
  };
}

/** {line, show}: `show` takes the question's reports off the front of a list. */
function lineOf(question, own, under) {
  const { items, kind } = question;
  const cards = items.map((item) => cardOf(question, item, own));
  const line = make("li", {}, own(question.text));
  line.append(...KINDS.get(kind).cards(items, cards.map(({ card }) => card), own));
  // Its room, unseen until the cards have turned: as much for one report as for another.
  const below = make("div", { className: "concluded" }, ...under(question, 1));
  line.append(below);
  return {
    line,
    show(left) {
      below.replaceChildren(...under(question, left[0]));
      for (const { show } of cards) show(left.shift());
    },
  };
}

function cardOf(question, item, own) {
  const said = (report) => KINDS.get(question.kind).said(question, item, report, own);
  const face = make("strong");
  const room = item.labels.map((_, report) => make("span", { "aria-hidden": "true" }, said(report)));
  const card = make("span", { className: "report-card" }, face, ...room);
  return {
    card,
    show(report) {
      face.append(said(report));
    },
  };
}
