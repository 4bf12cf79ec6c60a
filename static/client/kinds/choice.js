/* A choice: one of several options, which the instrument lists. */

import { RADIOS, radios } from "./fields.js";
import { areOptions } from "./labels.js";
import { ONE_OF } from "./one_of.js";

export const CHOICE = {
  ...ONE_OF,
  ...RADIOS,
  keys: ["options"],
  fits: ({ options }) => areOptions(options, 2),
  items: ({ text, listed }) => [{ text, labels: listed }],
  fields: ({ listed }, own) => radios(listed.map((option, place) => [place, own(option)]), "listed"),
};
