/* The search of the list while somebody types: shows what the form's address would, on this page. */

const form = document.querySelector("[role=search]");
let asked = 0;

form.addEventListener("submit", (event) => {
  event.preventDefault();
  find();
});
form.elements.q.addEventListener("input", find);

/** Shows what the page for these words has found; a later search overtakes an earlier. */
async function find() {
  const turn = ++asked;
  const words = form.elements.q.value.trim();
  const address = words ? `?${new URLSearchParams({ q: words })}` : location.pathname;
  const response = await fetch(address).catch(() => null);
  if (!response?.ok || response.redirected) return location.assign(address);
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  if (turn !== asked) return;
  history.replaceState(null, "", address);
  for (const shown of document.querySelectorAll("[data-found]")) {
    shown.replaceChildren(...page.getElementById(shown.id).childNodes);
  }
}
