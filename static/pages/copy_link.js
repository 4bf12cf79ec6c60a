/* Copies a survey's link, with the digest in its fragment. Where a browser lets no page write to the
 * clipboard, as over plain http, the link is selected for the keyboard. */

document.addEventListener(
  "toggle",
  async ({ target: fold }) => {
    if (!fold.matches(".link") || !fold.open) return;
    const [field, told] = [fold.querySelector("input"), fold.querySelector("[data-copied]")];
    field.focus();
    field.select();
    told.textContent = (await copied(field.value)) ? "Copied ✓" : "Selected: copy it with Ctrl+C";
  },
  true, // a toggle does not bubble
);

async function copied(link) {
  try {
    await navigator.clipboard.writeText(link);
    return true;
  } catch {
    return false; // no clipboard here, or no permission
  }
}
