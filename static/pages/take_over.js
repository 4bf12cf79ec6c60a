/* Buttons that put a proposed text into a field; they are hidden until this script runs. */

for (const button of document.querySelectorAll("[data-take-over]")) {
  const field = document.getElementById(button.dataset.takeOver);
  button.hidden = false;
  button.addEventListener("click", () => {
    field.value = button.dataset.text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  });
}
