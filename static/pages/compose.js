/* While composing: what each question's γ means for this class, as it is typed. */

const form = document.getElementById("compose");
const ASKED = ["kind", "options", "low", "high", "highest", "gamma"];
const PAUSE_MS = 200;
let timer;

form.addEventListener("input", (event) => {
  if (/-text$|^title$|^introduction$/.test(event.target.name ?? "")) return;
  clearTimeout(timer);
  timer = setTimeout(showMeanings, PAUSE_MS);
});

async function showMeanings() {
  for (const fieldset of form.querySelectorAll("fieldset")) {
    try {
      const response = await fetch(`${form.dataset.meaning}?${queryOf(fieldset)}`);
      const { meaning, warning } = await response.json();
      fieldset.querySelector(".meaning").textContent = meaning;
      fieldset.querySelector(".weak").textContent = warning;
    } catch {
      return; // no network: the sentence stays as it was
    }
  }
}

function queryOf(fieldset) {
  const query = new URLSearchParams({ class_size: form.elements.class_size.value });
  for (const name of ASKED) query.set(name, fieldset.querySelector(`[name$='-${name}']`).value);
  return query;
}
