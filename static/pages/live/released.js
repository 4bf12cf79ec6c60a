/* Nothing moves under a finger: a press that ends beside its button would do nothing. */

const CLICK_MS = 50; // from a finger's lifting to its click
let pressed = false;
let waits;
let timer;

addEventListener("pointerdown", ({ button }) => {
  clearTimeout(timer);
  pressed = button === 0;
});
for (const end of ["pointerup", "pointercancel", "contextmenu"]) {
  addEventListener(end, () => (timer = setTimeout(release, CLICK_MS)));
}

/** Calls the function now, or once the finger is lifted; then only the last one given. */
export function whenReleased(act) {
  waits = act;
  if (!pressed) release();
}

function release() {
  pressed = false;
  const act = waits;
  waits = undefined;
  act?.();
}
