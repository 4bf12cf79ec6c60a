/* Shows the bounds for the whole class if those who did not answer differ by at most the slider's value: the server
 * has written the range for each step of the slider. */

const written = new Intl.NumberFormat(document.documentElement.lang);

document.addEventListener("input", ({ target }) => {
  if (!target.dataset.differs) return;
  const place = (target.value - target.min) / target.step;
  target.parentElement.querySelector("output").textContent = written.format(target.value);
  for (const shown of document.getElementById(target.dataset.differs).querySelectorAll("[data-ranges]")) {
    shown.textContent = JSON.parse(shown.dataset.ranges)[place];
  }
});
