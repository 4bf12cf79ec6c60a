/* What sliders set is dragged, too: a figure in its sentence, and a part of the picture. */

const PIXELS_A_STEP = 8;

/* A figure that a slider sets: to the right for more. */
const sentence = document.getElementById("says");
sentence?.addEventListener("pointerdown", (event) => {
  const figure = event.target.closest("[data-adjusts]");
  if (!figure) return;
  const slider = document.getElementById(figure.dataset.adjusts);
  const before = slider.valueAsNumber;
  follow(sentence, event, ({ clientX }) => {
    const steps = Math.round((clientX - event.clientX) / PIXELS_A_STEP);
    set([slider, before + steps * slider.step]);
  });
});

/* A part of the picture: who takes hold of it moves it, and who begins elsewhere chooses another. */
const picture = document.getElementById("picture");
picture?.addEventListener("pointerdown", (event) => {
  const part = picture.querySelector("[data-first]");
  if (!part) return;
  const { first, places, left, right } = part.dataset;
  const [begins, number] = [first, places].map((each) => document.getElementById(each));
  const all = Number(begins.max) + 1;
  const svg = part.ownerSVGElement;
  const { left: edge, width } = svg.getBoundingClientRect();
  const placeAt = ({ clientX }) => {
    const across = ((clientX - edge) / width) * svg.viewBox.baseVal.width;
    return Math.min(Math.max(Math.floor(((across - left) / (right - left)) * all), 0), all - 1);
  };
  const [from, held, length] = [placeAt(event), begins.valueAsNumber, number.valueAsNumber];
  const move = (moved) => {
    const to = placeAt(moved);
    if (held <= from && from < held + length) {
      set([begins, Math.min(Math.max(held + to - from, 0), Math.max(all - length, 0))], [number, length]);
    } else set([begins, Math.min(from, to)], [number, Math.abs(to - from) + 1]);
  };
  follow(picture, event, move);
  move(event);
});

/* What is dragged is drawn anew meanwhile, so that the element around it hears the pointer. */
function follow(around, event, move) {
  event.preventDefault(); // else the text is selected
  around.setPointerCapture(event.pointerId);
  around.onpointermove = move;
  around.onpointerup = around.onpointercancel = () => { around.onpointermove = null; };
}

/* All values before the first event, so that no state between is asked for. */
function set(...pairs) {
  const changed = pairs.filter(([slider, value]) => slider.value !== String(value));
  for (const [slider, value] of changed) slider.value = value; // the browser keeps it in its range
  for (const [slider] of changed) slider.dispatchEvent(new Event("input", { bubbles: true }));
}
