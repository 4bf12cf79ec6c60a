/* Lets readers drag what sliders set, too: a figure in its sentence, and a part of the picture. */

const PIXELS_A_STEP = 8;

/* Drags a figure that a slider sets: a move to the right makes it larger. */
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

/* Drags the part chosen in the picture: a drag that begins in it moves it; one from elsewhere chooses another. */
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

/* The dragged part is drawn again meanwhile, so the element around it listens to the pointer. */
function follow(around, event, move) {
  event.preventDefault(); // otherwise the text is selected
  around.setPointerCapture(event.pointerId);
  around.onpointermove = move;
  around.onpointerup = around.onpointercancel = () => { around.onpointermove = null; };
}

/* Sets all values before the first event, so that the page requests no state in between. */
function set(...pairs) {
  const changed = pairs.filter(([slider, value]) => slider.value !== String(value));
  for (const [slider, value] of changed) slider.value = value; // the browser keeps it in its range
  for (const [slider] of changed) slider.dispatchEvent(new Event("input", { bubbles: true }));
}
