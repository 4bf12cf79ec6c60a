/* How often the coin changes an answer, as a natural frequency: "1 in 4".
 *
 * A report differs from the answer with (k−1) B / T, T = A + (k−1) B. A number is rounded to an end of its
 * range before, which changes it as well unless it is that end: for it this is the least. All of it is
 * in whole numbers, and a frequency is never above the chance: no survey is said to protect more than it does.
 */

import { KINDS } from "../kinds/registry.js";

// Few answers are seen at a glance: four or ten where they can say it.
const SIZES = [4, 10, 5, 3, 6, 2, 8, 9, 7, 12, 15, 20, 25, 30, 40, 50, 60, 75, 100];

/** {turned, all, same}: of `all` answers the coin changes `turned`, about so many where it is the `same` for every
 * question, at least so many elsewhere. */
export function changedBy(questions) {
  const chances = questions.flatMap((question) => KINDS.get(question.kind).changes(changeOf(question)));
  const least = chances.reduce((one, other) => (isBelow(other, one) ? other : one));
  const same = chances.every((each) => !isBelow(least, each));
  return { ...frequencyOf(least), same };
}

/** The largest a/b that is not above the chance p/q, b being the first of the sizes with which a/b misses at most a
 * tenth of it; that which is equal goes before all. */
export function frequencyOf([p, q]) {
  const candidates = SIZES.map((all) => ({ turned: Math.floor((all * p) / q), all }));
  const missed = ({ turned, all }) => all * p - turned * q;
  const equal = candidates.find((each) => missed(each) === 0);
  const near = candidates.find((each) => 10 * missed(each) <= each.all * p);
  return equal ?? near ??
    candidates.reduce((best, each) => (each.turned * best.all > best.turned * each.all ? each : best));
}

/** [p, q]: the chance that the coin changes an answer to this question. */
function changeOf({ odds: [keep, other], options }) {
  return [(options - 1) * other, keep + (options - 1) * other];
}

function isBelow([p, q], [r, s]) {
  return p * s < r * q;
}
