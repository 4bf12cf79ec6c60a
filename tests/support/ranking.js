/* A ranking, of the tests alone: a select for the place of each option. See ranking.py. */

import { make } from "../page/elements.js";
import { areOptions } from "./labels.js";
import { ONE_OF } from "./one_of.js";

export const RANKING = {
  ...ONE_OF,
  keys: ["options"],
  fits: ({ options }) => areOptions(options, 2) && options.length <= 4,
  items: ({ text, listed }) => [{ text, labels: ordersOf(listed).map((order) => order.join(" > ")) }],

  fields({ listed }, own) {
    const rows = listed.map((option) => make("label", {}, placeOf(listed.length), " ", own(option)));
    return make("div", { className: "options listed" }, ...rows);
  },
  prepare() {},
  answer(fieldset) {
    const places = placesIn(fieldset).map(({ value }) => Number(value));
    const place = ordersOf(places.map((_, option) => option))
      .findIndex((order) => order.every((option, at) => places[option] === at + 1));
    return place < 0 ? null : place;
  },
  clear(fieldset) {
    for (const each of placesIn(fieldset)) each.value = "";
  },
  begun: (fieldset) => placesIn(fieldset).some(({ value }) => value !== ""),
  focus: (fieldset) => placesIn(fieldset)[0].focus(),
};

function placeOf(options) {
  const numbers = Array.from({ length: options }, (_, place) => String(place + 1));
  return make("select", { autocomplete: "off" }, ...["", ...numbers].map((each) => make("option", { value: each }, each)));
}

function placesIn(fieldset) {
  return [...fieldset.querySelectorAll("select")];
}

/** Every order of these, the first as listed, in the order of Python's permutations. */
function ordersOf(listed) {
  if (!listed.length) return [[]];
  return listed.flatMap((first) => ordersOf(listed.filter((each) => each !== first)).map((rest) => [first, ...rest]));
}
