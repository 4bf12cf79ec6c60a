/* Copies what a field holds. Where a browser lets no page write to the clipboard, as over plain http,
 * the field is selected for the keyboard. */

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copies]");
  if (!button) return;
  const field = document.getElementById(button.dataset.copies);
  const copied = await navigator.clipboard?.writeText(field.value).then(() => true, () => false);
  if (!copied) {
    field.focus();
    field.select();
  }
  button.nextElementSibling.textContent = copied ? "Copied ✓" : "Selected: copy it with Ctrl+C";
});
