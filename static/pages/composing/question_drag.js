/* Lets a card be dragged by its grip; the keyboard has buttons that do the same. */

const EDGE_PX = 64;
const STEP_PX = 16;

/** Lets the cards of a list be dragged, and calls `moved(card, from)` after a move; `from` is the card's old number,
 * from 1. */
export function letDrag(list, moved) {
  for (const grip of list.querySelectorAll(".grip")) grip.hidden = false;

  list.addEventListener("pointerdown", (event) => {
    const grip = event.target.closest(".grip");
    if (!grip || event.button !== 0) return;
    event.preventDefault();
    const card = grip.closest("fieldset");
    const from = placeOf(card);
    const follow = ({ clientY }) => {
      if (clientY < EDGE_PX) scrollBy(0, -STEP_PX);
      if (clientY > innerHeight - EDGE_PX) scrollBy(0, STEP_PX);
      makeWay(card, clientY);
    };
    grip.setPointerCapture(event.pointerId);
    card.classList.add("dragged");
    grip.addEventListener("pointermove", follow);
    grip.addEventListener(
      "lostpointercapture",
      () => {
        grip.removeEventListener("pointermove", follow);
        card.classList.remove("dragged");
        if (placeOf(card) !== from) moved(card, from);
      },
      { once: true },
    );
  });

  // The others move around the card: moving itself, it would lose the pointer.
  function makeWay(card, y) {
    const { previousElementSibling: before, nextElementSibling: after } = card;
    if (before && y < middle(before)) list.insertBefore(before, card.nextElementSibling);
    else if (after && y > middle(after)) list.insertBefore(after, card);
  }

  const placeOf = (card) => [...list.children].indexOf(card) + 1;
}

function middle(card) {
  const { top, height } = card.getBoundingClientRect();
  return top + height / 2;
}
