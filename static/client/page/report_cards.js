/* The letters of a response: blank while it is sent, turned to the reports once it is stored, then
 * face down.
 *
 * They are made of the questions alone, each with the room of its widest report, and all turn in one
 * way: how they move and where they stand is the same whatever is on them, and face down the page is
 * the same. No card ever bears an answer.
 */

import { make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";
import { sealable } from "./sealed.js";
import { stacked } from "./stacked.js";
import { storiesOf } from "./stories.js";

const LONGEST_LARGE = 20; // letters of a label that stands in large type

/** {list, turn}: a list of the questions with blank cards, and a function that shows these reports on
 * them, `moving` or at once. `under` makes what is said below a question's cards, of the first report,
 * or of null where they lie face down. The first question has its stories there, too, and
 * `whenTurned` hears what its first card shows. */
export function reportCards({ questions, language }, under) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  const alone = questions.length === 1;
  let turned = () => {};
  const lines = questions.map((question, place) =>
    lineOf(question, own, under, place ? {} : {
      alone, stories: storiesOf(question, own), whenTurned: (report) => turned(report),
    }));
  const className = alone ? "reports alone" : "reports";
  return {
    list: make("ol", { className }, ...lines.map(({ line }) => line)),
    turn(reports, moving, whenTurned = turned) {
      const left = [...reports];
      turned = whenTurned;
      for (const { line, show } of lines) {
        show(left);
        line.className = moving ? "turned turning" : "turned";
      }
    },
  };
}

/** {line, show}: `show` takes the question's reports off the front of a list. */
function lineOf(question, own, under, { alone, stories, whenTurned }) {
  const { items, kind, text } = question;
  const cards = items.map((item) => cardOf(question, item, own));
  const asked = make("div", { className: "asked" }, own(text));
  const letter = make("div", { className: "letter" },
    ...KINDS.get(kind).cards(items, cards.map(({ card }) => card), own));
  if (alone) letter.prepend(asked);
  const sentences = (report) => under(question, report, Boolean(stories), own);
  // Its room, unseen until the cards have turned: as much for one report as for another or none.
  const { element, face } = stacked(make("div"), [null, ...items[0].labels.keys()].map(sentences));
  if (whenTurned) face.setAttribute("role", "status"); // of the first alone: all turn together
  stories?.show(null);
  const line = make("li", {}, ...(alone ? [] : [asked]), letter,
    make("div", { className: "concluded" }, ...(stories ? [stories.element] : []), element));
  let reports = [];
  const open = sealable(letter, (shown) => {
    const first = shown ? reports[0] : null;
    cards.forEach(({ show }, place) => show(shown ? reports[place] : null));
    stories?.show(first);
    face.replaceChildren(...sentences(first));
    whenTurned?.(first);
  });
  return {
    line,
    show(left) {
      reports = left.splice(0, items.length);
      open();
    },
  };
}

function cardOf(question, item, own) {
  const said = (report) => KINDS.get(question.kind).said(question, item, report, own);
  const room = item.labels.map((_, report) => [said(report)]);
  const large = item.labels.every(({ length }) => length <= LONGEST_LARGE);
  const className = large ? "stack report-card short" : "stack report-card";
  const { element, face } = stacked(make("strong"), room, { className });
  face.setAttribute("aria-live", "polite");
  return {
    card: element,
    show: (report) => face.replaceChildren(...(report === null ? [] : [said(report)])),
  };
}
