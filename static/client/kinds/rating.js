/* A rating from 1 up: one of several options that are numbers. */

import { make } from "../page/elements.js";
import { RADIOS, radios } from "./fields.js";
import { ONE_OF } from "./one_of.js";

const HIGHEST_RATING = 10;

export const RATING = {
  ...ONE_OF,
  ...RADIOS,
  keys: ["highest"],
  fits: ({ highest }) => Number.isInteger(highest) && 2 <= highest && highest <= HIGHEST_RATING,
  lowest: 1,
  items: ({ text, high }) => [{ text, labels: upTo(high) }],
  fields: ({ high }) => {
    const offered = upTo(high).map((textContent, place) => [place, make("span", { textContent })]);
    return radios(offered, "ratings");
  },
};

function upTo(high) {
  return Array.from({ length: high }, (_, place) => String(place + 1));
}
