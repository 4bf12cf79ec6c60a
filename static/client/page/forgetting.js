/* The link that forgets a response on this device, what that costs, and what is said then. */

import { buttonFor, make } from "./elements.js";
import { message } from "../messages.js";

/** What is `remembered`, if anything, with the button; `forget` clears this browser's memory and resolves to whether
 * the ledger keeps the ε. In place of all in `section` it says then what is `forgotten`. The question tells what this
 * device `keeps`, and of a second draw where one `draws`.
 *
 * A second tap on Send may press the button. So it only asks, with words in its own place and the buttons below them:
 * wherever taps are repeated, nothing is lost.
 */
export function forgetting(section, { remembered, keeps = [], draws = true, forgotten, forget }) {
  const hint = remembered ? [make("p", { className: "hint" }, message(remembered))] : [];
  const asking = buttonFor(message("forget"), ask, { className: "link" });
  const part = make("div", { className: "forget" }, ...hint, asking);
  part.addEventListener("keydown", ({ key }) => key === "Escape" && keep());
  return part;

  function ask() {
    const costs = paragraphOf([...keeps, "takes_nothing_back", ...(draws ? ["second_draw"] : [])]);
    part.replaceChildren(...hint, costs, make("div", { className: "buttons" },
      buttonFor(message("keep"), keep), buttonFor(message("forget"), clear, { className: "danger" })));
    costs.focus();
  }

  function keep() {
    part.replaceChildren(...hint, asking);
    asking.focus();
  }

  async function clear() {
    const said = paragraphOf([forgotten, ...((await forget()) ? ["ledger_keeps"] : [])]);
    section.replaceChildren(said);
    section.removeAttribute("aria-busy");
    said.focus();
  }
}

/** These messages as one paragraph, which can take the focus. */
function paragraphOf(names) {
  return make("p", { tabIndex: -1 }, names.map((name) => message(name)).join(" "));
}
