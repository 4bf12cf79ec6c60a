/* The two stories of a report: of phones that meant one answer, and of phones that meant another,
 * what they send.
 *
 * The counts are those of the question's own odds, as on the page's first picture: no more is said
 * to be changed by chance than is. Which squares show the card is marked only while it lies open.
 */

import { make } from "./elements.js";
import { KINDS } from "../kinds/registry.js";
import { message, messageAround, whole } from "../messages.js";
import { frequencyOf } from "../protection/frequency.js";
import { stacked } from "./stacked.js";

const [MOST_WITH_WORDS, LONGEST_WORD] = [5, 6]; // squares beside each other, and letters in one
const MOST_WITH_MARKS = 20;

/** {element, show}: `show` marks the squares that show this report, none for null. Null where the
 * odds are too strong for a picture.
 *
 * With two labels there is a row for each. Else 1 stands for what the card shows, and 0 for anything
 * else.
 */
export function storiesOf(question, own) {
  const { kind, odds: [keep, other], options, items: [item] } = question;
  const two = options === 2;
  const words = KINDS.get(kind);
  const { turned, all } = frequencyOf([other, keep + (options - 1) * other]);
  if (!turned) return null;
  const label = (report) => words.short(question, item, report, own);
  const kept = all - (options - 1) * turned;
  const worded = two && all <= MOST_WITH_WORDS &&
    [0, 1].every((report) => label(report).textContent.length <= LONGEST_WORD);
  const rows = two
    ? words.order.map((meant) => rowOf(meant, [[kept, meant], [turned, 1 - meant]]))
    : [rowOf(1, [[kept, 1], [(options - 1) * turned, 0]]),
      rowOf(0, [[kept, 0], [turned, 1], [(options - 2) * turned, 0]])];
  rows[0].title.append(legend(make("span", { className: "tile turned" }), message("turned")));
  if (!worded && all <= MOST_WITH_MARKS) rows[1].title.append(legend("✓", message("this_card")));
  const element = make("div", {}, ...rows.flatMap(({ title, tiles }) => [title, tiles]));
  return {
    element,
    show(report) {
      const shown = words.either ? null : report;
      element.className = shown === null ? "stories" : "stories told";
      for (const { show } of rows) show(shown);
    },
  };

  /** What phones that meant this send: [how many, what], the first as it was meant, all others
   * turned. */
  function rowOf(meant, sent) {
    const tiles = make("div", {
      role: "img", className: `tiles ${columns(all)}`,
      "aria-label": message("row_sent", {
        kept: counted(sent[0]), turned: sent.slice(1).map(counted).join(", "),
      }),
    });
    const known = two ? [null] : [null, ...item.labels.keys()];
    const titles = known.map((report) => titleOf(meant, report));
    const { element: said, face } = stacked(make("span"), titles);
    return {
      title: make("p", { className: "meant" }, said),
      tiles,
      show(report) {
        face.replaceChildren(...titleOf(meant, report));
        tiles.replaceChildren(...sent.flatMap(([count, says], place) =>
          Array.from({ length: count }, () => tileOf(place ? "turned" : "kept", says, report))));
      },
    };
  }

  function counted([count, says]) {
    return `${whole(count)} × ${named(says, null).textContent}`;
  }

  function tileOf(look, says, report) {
    const shows = says === (two ? report : 1);
    const mark = report !== null && shows && all <= MOST_WITH_MARKS ? "✓" : "";
    const state = report === null ? "" : shows ? " shown" : " pale";
    return make("span", { className: `tile ${look}${state}` }, worded ? label(says) : mark);
  }

  function titleOf(meant, report) {
    const [before, after] = messageAround("phones_meant", "answer", { all: whole(all) });
    return [before, make("b", {}, named(meant, report)), after];
  }

  function named(says, report) {
    if (two) return label(says);
    if (says && report !== null) return label(report);
    return make("span", {}, message(says ? "the_same" : "another"));
  }
}

function legend(mark, words) {
  return make("span", { className: "legend" }, mark, " ", words);
}

/** The class of a row with so many squares, none of them narrower than can be seen. */
function columns(all) {
  if (all <= 10) return "";
  if (all > MOST_WITH_MARKS) return "twenties";
  return all % 6 ? "tens" : "sixes";
}
