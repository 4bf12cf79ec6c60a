/* "Is that proof?": asked and judged on this device alone; nothing of it is sent or kept. */

import { make } from "./elements.js";
import { isStrong } from "./concluded.js";
import { reportInWords } from "./report_cards.js";
import { KINDS } from "../kinds/registry.js";
import { message, percent, percentAtLeast } from "../messages.js";

/** A card that asks it of the first report, and explains once it is answered. */
export function askUnderstanding({ questions: [question], language }, [report]) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  const [item] = question.items;
  const said = reportInWords(question, item, report, own);
  const [before, after] = message("proof_asked", { report: "\n" }).split("\n");
  const asked = make("p", { id: "proof" },
    before, ...(KINDS.get(question.kind).ofOptions ? [own(item.text), ": "] : []), said, after);
  const explained = make("p", { role: "status" });
  const buttons = [["yes", "proof_wrong"], ["no", "proof_right"]].map(([label, judged]) => {
    const button = make("button", { type: "button", "aria-pressed": "false" }, message(label));
    button.addEventListener("click", () => {
      for (const each of buttons) each.setAttribute("aria-pressed", String(each === button));
      explained.textContent = `${message(judged)} ${explanation(question)}`;
    });
    return button;
  });
  const group = make("div", { className: "buttons", role: "group", "aria-labelledby": "proof" }, ...buttons);
  return make("div", { className: "understanding" }, asked, group, explained);
}

/** Why it is none: how often the same report comes from another answer. */
function explanation(question) {
  const { kind, odds: [keep, other], options } = question;
  const share = other / (keep + (options - 1) * other);
  const evidence = message(isStrong(question) ? "strong_but_no_proof" : "no_proof");
  const others = KINDS.get(kind).ends
    ? message("others_of_number", { share: percentAtLeast(share) })
    : message("others", { share: percent(share) });
  return `${evidence} ${others}`;
}
