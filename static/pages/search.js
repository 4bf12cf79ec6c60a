/* The documentation's search while somebody types: the list of its own page, shown below the field. */

import { isForThePage } from "./shortcuts.js";

const PAUSE_MS = 150; // milliseconds between two letters that somebody types

const form = document.querySelector("form[role=search]");
const field = form.querySelector("input");
const says = form.querySelector("[role=status]");
const list = form.querySelector("ol");
let asking = new AbortController();

field.addEventListener("input", () => {
  asking.abort();
  asking = new AbortController();
  if (field.value.trim()) ask(asking.signal);
  else show("");
});

/** Shows what the server finds, unless another letter comes first. */
async function ask(signal) {
  try {
    await new Promise((typed) => setTimeout(typed, PAUSE_MS));
    if (signal.aborted) return;
    const answer = await fetch(`${form.action}?${new URLSearchParams(new FormData(form))}`, { signal });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const found = page.getElementById("found");
    if (!signal.aborted) show(found.querySelector("[role=status]").textContent, found.querySelectorAll("li"));
  } catch {
    if (!signal.aborted) show(form.dataset.unanswered);
  }
}

function show(sentence, items = []) {
  says.textContent = sentence;
  list.replaceChildren(...items);
}

/** Closes the list, and returns whether it was open. */
function close() {
  asking.abort();
  const wasOpen = says.textContent !== "";
  show("");
  return wasOpen;
}

if (form.closest(".beside")) {
  // There the list lies over the page.
  for (const event of ["click", "keyup"]) {
    document.addEventListener(event, () => form.contains(document.activeElement) || close());
  }
}

const folder = document.querySelector(".folder");
if (folder) {
  // Beside the page, the folder is open by static/styles/docs.css already; this tells so to assistive technology.
  const beside = matchMedia("(min-width: 60rem)");
  const unfold = () => (folder.querySelector("details").open = beside.matches);
  unfold();
  beside.addEventListener("change", unfold);
  // In a folder longer than the screen, the present page is to be seen.
  const here = folder.querySelector("[aria-current]");
  if (here) folder.scrollTop = here.offsetTop - innerHeight / 2;
}

document.addEventListener("keydown", (event) => {
  if (event.key === "/" && isForThePage(event)) {
    event.preventDefault();
    field.select();
  }
});

form.addEventListener("keydown", (event) => {
  if (event.key === "Escape" && close()) {
    event.preventDefault(); // otherwise the browser clears the field at once
    field.focus();
  }
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...list.querySelectorAll("a")];
  const at = links.indexOf(document.activeElement);
  if (!step || !links.length || (at < 0 && step < 0)) return;
  event.preventDefault();
  (links[at + step] ?? (step < 0 ? field : links[at])).focus();
});
