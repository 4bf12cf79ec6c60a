/* A button copies the field that it names, and a note after the button confirms this. */

import { copyFrom } from "./clipboard.js";

document.addEventListener("click", async ({ target }) => {
  const button = target.closest("[data-copies]");
  if (!button) return;
  const said = await copyFrom(document.getElementById(button.dataset.copies));
  button.nextElementSibling.textContent = said;
});
