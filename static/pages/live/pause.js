/* A button that holds a live page still, for people who cannot read moving text (WCAG 2.2.2). */

/** Puts the button before `state`, which has its words in the page's language; without them, as where
 * nothing moves any more, it is hidden. `held` says whether the page is held, `follow` takes the
 * words of the page as it is now.
 */
export function offerPause(state) {
  let held = false;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link pause";
  follow(state);
  button.addEventListener("click", () => {
    held = !held;
    show();
  });
  state.before(button);
  return { held: () => held, follow };

  function follow(now) {
    for (const words of ["hold", "goOn"]) state.dataset[words] = now.dataset[words] ?? "";
    show();
  }

  function show() {
    button.textContent = held ? state.dataset.goOn : state.dataset.hold;
    button.hidden = !button.textContent;
  }
}
