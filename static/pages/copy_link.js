/* A fold that is opened copies the survey's link in it, with the digest in its fragment. */

import { copyFrom } from "./clipboard.js";

document.addEventListener(
  "toggle",
  async ({ target: fold }) => {
    if (!fold.matches(".link") || !fold.open) return;
    fold.querySelector("[data-copied]").textContent = await copyFrom(fold.querySelector("input"));
  },
  true, // a toggle does not bubble
);
