/* The button that forgets a response on this device, and what is said then. */

import { buttonFor, make } from "./elements.js";
import { message } from "../messages.js";

/** What is `remembered`, with the button; `forget` clears this browser's memory and resolves to whether the ledger
 * keeps the ε. In place of all in `section` it says then what is `forgotten`. */
export function forgetting(section, { remembered, forgotten, waves, forget }) {
  const button = buttonFor(message("forget"), async () => {
    const inTheSum = await forget();
    const sentences = [forgotten, ...(inTheSum ? ["ledger_keeps"] : []), ...(waves ? ["forgotten_waves"] : [])];
    const said = make("p", { tabIndex: -1 }, sentences.map((name) => message(name)).join(" "));
    section.replaceChildren(said);
    section.removeAttribute("aria-busy");
    said.focus();
  });
  return make("div", { className: "forget" }, make("p", { className: "hint" }, message(remembered)), button);
}
