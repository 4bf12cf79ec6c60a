/* "Is that proof?": asked and judged on this device alone; nothing of it is sent or kept. */

import { make } from "./elements.js";
import { isStrong } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { message } from "../messages.js";

/** A card that asks it of the first report, and explains once it is answered. */
export function askUnderstanding({ questions: [question], language }, [report]) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  const [item] = question.items;
  const kind = KINDS.get(question.kind);
  const [before, after] = message("proof_asked", { report: "\n" }).split("\n");
  const asked = make("p", { id: "proof" },
    before, ...kind.named(item, own), kind.said(question, item, report, own), after);
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
  return `${evidence} ${KINDS.get(kind).others(share)}`;
}
