/* "Try the coin": the mechanism on a made-up answer, a hundred draws at a time. */

import { epsilonOf } from "../gamma.js";
import { buttonFor, make } from "./elements.js";
import { message, percent, whole } from "../messages.js";
import { randomize, systemWord } from "../mechanism.js";

const DRAWS = 100;

/** Builds the panel inside `section`, for a yes/no question with the odds of that whose reports say most; it sends and
 * remembers nothing. */
export function buildTrial(section, questions) {
  const odds = questions.map((each) => each.odds)
    .reduce((most, each) => (epsilonOf(each) > epsilonOf(most) ? each : most));
  const counts = [0, 0];
  let answer = 1;

  const buttons = make("div", { className: "buttons" },
    buttonFor(message("draw_yes"), () => draw(1)),
    buttonFor(message("draw_no"), () => draw(0)),
  );
  const dots = make("p", { className: "dots", "aria-hidden": "true" });
  const outcome = make("p", { role: "status" });
  section.append(make("p", {}, message("pretend")), buttons, dots, outcome);

  function draw(pretended) {
    if (pretended !== answer) counts.fill(0);
    answer = pretended;
    const reports = Array.from({ length: DRAWS }, () => randomize(answer, odds, 2, systemWord));
    reports.forEach((report) => (counts[report] += 1));
    dots.replaceChildren(...reports.map((report) => make("span", { className: report ? "yes" : "no" })));
    outcome.textContent = describe(reports.filter(Boolean).length);
  }

  function describe(yes) {
    const total = counts[0] + counts[1];
    const [keep, other] = odds;
    // p̂ = (ȳ − B/T) / ((A − B)/T), which is (ȳ − 1/2 + γ) / (2γ)
    const estimate = ((keep + other) * (counts[1] / total) - other) / (keep - other);
    return message("drawn", {
      yes,
      draws: DRAWS,
      no: DRAWS - yes,
      all: whole(total),
      all_yes: whole(counts[1]),
      estimate: percent(estimate),
      truth: percent(answer),
    });
  }
}
