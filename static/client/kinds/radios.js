/* Radio buttons without a name: the browser does not group them, so this does.
 *
 * They have no name because a form can then send nothing truthful, whatever
 * happens to the script. One group is one tab stop; arrow keys move in it.
 */

const STEPS = { ArrowDown: 1, ArrowRight: 1, ArrowUp: -1, ArrowLeft: -1 };
const SIDEWAYS = new Set(["ArrowRight", "ArrowLeft"]);
const MIRRORED = document.dir === "rtl";

/** Makes all radio buttons inside `container` one group. */
export function groupRadios(container) {
  const radios = [...container.querySelectorAll("input[type=radio]")];
  radios.forEach((radio, index) => {
    radio.setAttribute("aria-posinset", index + 1);
    radio.setAttribute("aria-setsize", radios.length);
    radio.addEventListener("change", () => choose(radios, radio));
    radio.addEventListener("keydown", (event) => {
      const step = STEPS[event.key] * (MIRRORED && SIDEWAYS.has(event.key) ? -1 : 1);
      if (!step || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      const next = radios[(index + step + radios.length) % radios.length];
      next.checked = true;
      next.focus();
      next.dispatchEvent(new Event("change", { bubbles: true }));
    });
  });
  choose(radios, null);
}

/** The value of the chosen radio button as a number, or null. */
export function chosenValue(container) {
  const chosen = container.querySelector("input[type=radio]:checked");
  return chosen ? Number(chosen.value) : null;
}

/** Takes every choice inside `container` back. */
export function clearRadios(container) {
  choose([...container.querySelectorAll("input[type=radio]")], null);
}

function choose(radios, chosen) {
  radios.forEach((radio, index) => {
    radio.checked = radio === chosen;
    radio.tabIndex = radio === chosen || (chosen === null && index === 0) ? 0 : -1;
  });
}
