/* Three assignments with data of one's own, and the feedback on a solution. The server has no part in it.
 *
 * A task is { shown, right, slips, tolerance }: `shown` holds the values that the page fills in, `slips` are pairs
 * of a wrong value and its hint. All data follow from a name, so that a teacher can look at them too.
 */

import { westernDigits } from "../../client/numerals.js";
import { decimalNumber } from "./decimals.js";
import { generator } from "./seeded.js";

const REPORTS = 200;
const BITS = 8;
const OFF = 1; // the largest error of each sum

/** p̂ in percent, of 200 reports: (ȳ − 1/2 + γ) / (2γ). */
export function debias(name) {
  const below = generator("debias", name);
  return first(() => {
    const gamma = (10 + 5 * below(6)) / 100;
    const yes = 20 + below(161);
    const reports = shuffled(REPORTS, (place) =>
      Number(place < yes) ^ Number(below(100) >= 50 + Math.round(100 * gamma)), below);
    const mean = reports.reduce((sum, each) => sum + each, 0) / REPORTS;
    const slips = [
      [mean, "That is the share of the reports that say yes. The coins are still in it."],
      [(mean + 0.5 + gamma) / (2 * gamma), "Look at the sign of 1/2: it is subtracted."],
      [(mean - 0.5 - gamma) / (2 * gamma), "Look at the sign of γ: it is added."],
      [mean - 0.5 + gamma, "Divide by 2γ: the coins have shrunk the differences by that."],
      [(mean - 0.5 + gamma) / gamma, "Divide by 2γ, and not by γ."],
      [(mean - 0.5 - gamma) / (-2 * gamma),
        "That is the share of no: 1/2 + γ is the chance of the truth, and not of the lie."],
    ].map(([share, hint]) => [100 * share, hint]);
    const right = (100 * (mean - 0.5 + gamma)) / (2 * gamma);
    return { shown: { gamma: String(gamma), reports: reports.join("") }, right, slips, tolerance: 0.06 };
  });
}

/** P(yes) in percent after k fresh reports of one person, both answers being as likely before. */
export function average(name) {
  const below = generator("average", name);
  return first(() => {
    const gamma = (5 + 5 * below(3)) / 100;
    const asked = 9 + 2 * below(4);
    const reports = Array.from({ length: asked }, () => Number(below(100) < 60));
    const yes = reports.reduce((sum, each) => sum + each, 0);
    const odds = (0.5 + gamma) / (0.5 - gamma);
    const surely = (power) => (100 * odds ** power) / (1 + odds ** power);
    const slips = [
      [(100 * yes) / asked, "That is the share of yes among the reports, which is no probability of the answer."],
      [100 * (0.5 + gamma), "That is what one report says. There are more."],
      [surely(yes), "Each no divides the odds, as each yes multiplies them."],
      [surely(asked - 2 * yes), "That is the chance of no: turn the odds round."],
      [100 * odds ** (2 * yes - asked), "Those are the odds. The chance is odds / (1 + odds)."],
    ];
    const right = surely(2 * yes - asked);
    return { shown: { gamma: String(gamma), reports: reports.join("") }, right, slips, tolerance: 0.06 };
  });
}

/** Eight bits, from sums over some of them of which each is off by at most one. */
export function reconstruct(name) {
  const below = generator("reconstruct", name);
  for (;;) {
    const secret = Array.from({ length: BITS }, () => below(2));
    const sums = [];
    while (sums.length < 40 && fitting(sums).length > 1) {
      const asked = secret.map((_, place) => place).filter(() => below(2));
      if (asked.length) sums.push([asked, total(secret, asked) + below(2 * OFF + 1) - OFF]);
    }
    const right = secret.join("");
    const wrong = [
      [secret.map((bit) => 1 - bit).join(""), "All turned round: 1 is yes."],
      [secret.slice().reverse().join(""), "The right bits from the wrong end: person 1 comes first."],
    ];
    if (fitting(sums).length === 1 && new Set([right, ...wrong.map(([each]) => each)]).size === 3) {
      const lines = sums.map(([asked, sum]) => `${asked.map((place) => place + 1).join("+")} = ${sum}`);
      return { shown: { sums: lines.join("\n") }, right, slips: wrong, sums };
    }
  }
}

/** The feedback on a number in percent. */
export function judgeNumber(task, typed) {
  const value = decimalNumber(typed.replace(/[%％٪]\s*$/, ""));
  if (value === null) return [false, "Type a number, such as 31.5."];
  const near = (other) => Math.abs(value - other) <= task.tolerance;
  if (near(task.right)) return [true, "Right."];
  const slip = task.slips.find(([wrong]) => near(wrong) || Math.abs(100 * value - wrong) <= task.tolerance);
  if (slip) return [false, slip[1]];
  if (Math.abs(100 * value - task.right) <= task.tolerance) return [false, "Right as a share; in percent, please."];
  return [false, "Not yet. Give one decimal, and look at the formula of the lesson."];
}

/** The feedback on eight bits. */
export function judgeBits(task, typed) {
  const bits = westernDigits(typed.replace(/\s/g, ""));
  if (!/^[01]{8}$/.test(bits)) return [false, "Type eight digits 0 or 1, person 1 first."];
  if (bits === task.right) return [true, "Right: no other eight bits fit all sums."];
  const slip = task.slips.find(([wrong]) => wrong === bits);
  if (slip) return [false, slip[1]];
  const misfits = task.sums.filter(([asked, sum]) => Math.abs(total([...bits].map(Number), asked) - sum) > OFF).length;
  return [false, "Not yet: {misfits} of {sums} sums do not fit these bits.", { misfits, sums: task.sums.length }];
}

/** All eight bits that every sum allows. */
function fitting(sums) {
  const all = Array.from({ length: 2 ** BITS }, (_, number) =>
    Array.from({ length: BITS }, (_, place) => (number >> place) & 1));
  return all.filter((bits) => sums.every(([asked, sum]) => Math.abs(total(bits, asked) - sum) <= OFF));
}

function total(bits, asked) {
  return asked.reduce((sum, place) => sum + bits[place], 0);
}

function shuffled(length, of, below) {
  const items = Array.from({ length }, (_, place) => of(place));
  for (let last = length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    [items[last], items[other]] = [items[other], items[last]];
  }
  return items;
}

/** The first task whose solution and slips differ from one another by over three tolerances. */
function first(make) {
  for (;;) {
    const task = make();
    const values = [task.right, ...task.slips.map(([wrong]) => wrong)];
    const apart = values.every((one, place) =>
      values.every((other, at) => at <= place || Math.abs(one - other) > 3 * task.tolerance));
    if (apart) return task;
  }
}
