/* A button that holds a live page still, for whoever cannot read what moves (WCAG 2.2.2). */

/** Puts the button before `state`, which has its words in the page's language; a page that can be
 * frozen by other means has none. The function that it gives says whether the page is held.
 */
export function offerPause(state) {
  const { hold, goOn } = state.dataset;
  let held = false;
  if (!hold) return () => held;
  const button = document.createElement("button");
  button.type = "button";
  button.className = "link pause";
  show();
  button.addEventListener("click", () => {
    held = !held;
    show();
  });
  state.before(button);
  return () => held;

  function show() {
    button.textContent = held ? goOn : hold;
  }
}
