/* The points of a bet, and the range in which chance leaves a count. */

import { generator } from "./seeded.js";

const TAIL = 1 / 40; // on either side: together 5 in 100

/** Brier's score as points from 0 to 100: 100 − (bet − card)² / 100, the bet in percent, a guilty card 100.
 *
 * It is proper: somebody who believes p expects 100 − 100 p (1 − p) from the bet p, and less from every other.
 */
export function pointsOf(bet, guilty) {
  const missed = bet - 100 * guilty;
  return 100 - (missed * missed) / 100;
}

/** [low, high] for a count X of Bin(n, chance): P(X < low) and P(X > high) are at most 1/40 each. */
export function chanceRange(n, chance) {
  const likely = binomial(n, chance);
  return [firstBeyond(likely), n - firstBeyond(likely.reverse())];
}

/** For each simulated person, whether the majority of `asked` reports is right, each by a fresh coin. */
export function madeUpClass([keep, other], seed, people, asked) {
  const below = generator("accusation", String(seed));
  const isTrue = () => below(keep + other) < keep;
  return Array.from({ length: people }, () =>
    2 * Array.from({ length: asked }, isTrue).filter(Boolean).length > asked);
}

/** P(X = 0), …, P(X = n), by logarithms, so that no n is too large. */
function binomial(n, chance) {
  let ways = 0; // ln C(n, k)
  return Array.from({ length: n + 1 }, (_, k) => {
    if (k) ways += Math.log((n - k + 1) / k);
    return Math.exp(ways + k * Math.log(chance) + (n - k) * Math.log1p(-chance));
  });
}

/** The least k with P(X ≤ k) above a tail. */
function firstBeyond(likely) {
  let sum = 0;
  return likely.findIndex((each) => (sum += each) > TAIL);
}
