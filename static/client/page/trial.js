/* "Try the coin": the mechanism on a made-up answer, a hundred draws at a time. */

import { epsilonOf } from "../gamma.js";
import { message, percent, whole } from "../messages.js";
import { randomize, systemWord } from "../mechanism.js";

const DRAWS = 100;

/** Builds the panel inside `section`, for a yes/no question with the odds of that whose reports say most; it sends and
 * remembers nothing. */
export function buildTrial(section, questions) {
  const odds = questions.map((each) => each.odds).reduce((most, each) => (epsilonOf(each) > epsilonOf(most) ? each : most));
  const counts = [0, 0];
  let answer = 1;

  const introduction = paragraph(message("pretend"));
  const buttons = document.createElement("div");
  buttons.className = "buttons";
  buttons.append(
    button(message("draw_yes"), () => draw(1)),
    button(message("draw_no"), () => draw(0)),
  );
  const dots = document.createElement("p");
  dots.className = "dots";
  dots.setAttribute("aria-hidden", "true");
  const outcome = paragraph("");
  outcome.setAttribute("role", "status");
  section.append(introduction, buttons, dots, outcome);

  function draw(pretended) {
    if (pretended !== answer) counts.fill(0);
    answer = pretended;
    const reports = Array.from({ length: DRAWS }, () => randomize(answer, odds, 2, systemWord));
    reports.forEach((report) => (counts[report] += 1));
    dots.replaceChildren(...reports.map(dot));
    outcome.textContent = describe(reports.filter((report) => report === 1).length);
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

function dot(report) {
  const made = document.createElement("span");
  made.className = report === 1 ? "yes" : "no";
  return made;
}

function paragraph(text) {
  const made = document.createElement("p");
  made.textContent = text;
  return made;
}

function button(text, onClick) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  made.addEventListener("click", onClick);
  return made;
}
