/* "Is that proof?": asked and judged on this device alone; nothing of it is sent or kept. */

import { make } from "./elements.js";
import { isStrong } from "../gamma.js";
import { KINDS } from "../kinds/registry.js";
import { message, messageAround } from "../messages.js";
import { stacked } from "./stacked.js";

/** {element, show}: a card that asks it of the first report, and explains once it is answered. `show`
 * names the report, or none for null, while its card lies face down. */
export function askUnderstanding({ questions: [question], language }) {
  const own = (textContent) => make("bdi", { ...language, textContent });
  const [item] = question.items;
  const kind = KINDS.get(question.kind);
  const [before, after] = messageAround("proof_asked", "report");
  const sentence = (report) => [
    before, ...kind.named(item, own),
    report === null ? "…" : kind.said(question, item, report, own), after,
  ];
  const { element, face } = stacked(make("span"), [null, ...item.labels.keys()].map(sentence));
  const asked = make("p", { id: "proof" }, element);
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
  return {
    element: make("div", { className: "understanding" }, asked, group, explained),
    show: (report) => face.replaceChildren(...sentence(report)),
  };
}

/** Why it is none: how often the same report comes from another answer. */
function explanation(question) {
  const { kind, odds: [keep, other], options } = question;
  const share = other / (keep + (options - 1) * other);
  const evidence = message(isStrong(question) ? "strong_but_no_proof" : "no_proof");
  return `${evidence} ${KINDS.get(kind).others(share)}`;
}
