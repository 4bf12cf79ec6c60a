/* Shows the margins of the limit that is typed: asks the page of limits for them. */

const margins = document.getElementById("margins");
let newest = 0;

document.addEventListener("input", async ({ target }) => {
  if (target.name !== "cap" || !target.value || !target.checkValidity()) return;
  const turn = ++newest;
  try {
    const answer = await fetch(`${margins.dataset.margins}?cap=${encodeURIComponent(target.value)}`);
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const fresh = page.getElementById("margins");
    if (answer.ok && fresh && turn === newest) margins.replaceChildren(...fresh.children);
  } catch {
    // The margins of the last limit stay, and their heading names that limit.
  }
});
