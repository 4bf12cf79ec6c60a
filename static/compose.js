/* While composing: what each γ means for this class, as it is typed. */

const form = document.getElementById("compose");
const PAUSE_MS = 200;
let timer;

form.addEventListener("input", (event) => {
  const typed = event.target.name ?? "";
  if (typed !== "class_size" && !typed.endsWith("-gamma")) return;
  clearTimeout(timer);
  timer = setTimeout(showMeanings, PAUSE_MS);
});

async function showMeanings() {
  const classSize = form.elements.class_size.value;
  for (const fieldset of form.querySelectorAll("fieldset")) {
    const gamma = fieldset.querySelector("input[name$='-gamma']").value;
    const query = new URLSearchParams({ gamma, class_size: classSize });
    try {
      const response = await fetch(`${form.dataset.meaning}?${query}`);
      fieldset.querySelector(".meaning").textContent = (await response.json()).meaning;
    } catch {
      return; // no network: the sentence stays as it was
    }
  }
}
