/* What the page does with an answer that is one of its item's labels, in the instrument's words: a kind says what
 * differs. Mirror of the places of survey/core/kinds/item.py. */

import { message, percent } from "../messages.js";

/** The coin of questions that do not share one: each has its own line. */
export const EACH_COIN = "coin_of_each";

/** The value that all of these are, or undefined. */
export function shared(values) {
  return new Set(values).size === 1 ? values[0] : undefined;
}

export const ONE_OF = {
  // From the answer to what is randomized: the value itself, a place among the labels.
  range: ({ options }) => [0, options - 1],
  rounded: (_, value) => value,

  // The names of messages.
  missing: "missing",
  coin: EACH_COIN,
  proof: "",
  hint: ({ options }) => (options > 2 ? "hint_of_one" : "hint_of_two"),

  /** The chances [p, q] with which the coin changes its answers, from that of `coin`. */
  changes: (coin) => [coin],
  /** What the report says; `own` makes an element of the instrument's words. */
  said: (_, { labels }, report, own) => own(labels[report]),
  /** The same in the fewest words, and the labels in the order of the stories on a receipt. */
  short(...given) {
    return this.said(...given);
  },
  order: [0, 1],
  /** Which option an item is of, before its report; and a question's cards, each beside it. */
  named: () => [],
  cards: (_, cards) => [" ", ...cards],
  /** What somebody thinks after the report, from the shares after a `yes`, a `no` and at `most`. */
  concluded: ({ before, yes }) => message("guessed_this", { before, after: yes }),
  others: (share) => message("others", { share: percent(share) }),
};
