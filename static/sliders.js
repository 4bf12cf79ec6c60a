/* Shows at once what the sliders are set to: asks for the same page with their values. */

const form = document.getElementById("settings");
const button = form.querySelector("button");
let asking = false;
let moved = false;

button.hidden = true; // the sliders show at once
form.addEventListener("input", async () => {
  moved = true;
  if (asking) return; // one question at a time, and then the newest
  asking = true;
  try {
    while (moved) {
      moved = false;
      await show(`?${new URLSearchParams(new FormData(form))}`);
    }
  } catch {
    button.hidden = false; // no network: the button asks again
  } finally {
    asking = false;
  }
});

async function show(query) {
  const answer = await fetch(location.pathname + query);
  if (!answer.ok) throw new Error(answer.statusText);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  for (const slider of form.elements) {
    const words = page.getElementById(slider.id)?.getAttribute("aria-valuetext");
    if (words) slider.setAttribute("aria-valuetext", words);
  }
  for (const part of document.querySelectorAll("[data-follows]")) {
    part.replaceChildren(...page.getElementById(part.id).childNodes);
  }
  history.replaceState(null, "", query);
}
