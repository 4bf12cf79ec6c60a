/* The notice above a form of which this browser stores unsaved changes. */

import { say } from "../sentences.js";

/** Puts the notice there; its buttons call `restore` and `discard`. */
export function offerUnsaved(form, at, restore, discard) {
  const notice = document.createElement("p");
  notice.className = "notice unsaved";
  notice.setAttribute("role", "status");
  const buttons = [[say("Restore"), restore], [say("Discard"), discard]].map(([label, action]) => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("click", () => {
      notice.remove();
      action();
    });
    return button;
  });
  notice.append(`${say("Unsaved changes from {time}.", { time: clock(at) })} `, buttons[0], " ", buttons[1]);
  form.before(notice);
  for (let fold = form.closest("details"); fold; fold = fold.parentElement.closest("details")) fold.open = true;
}

export const clock = (at = Date.now()) => new Date(at).toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
