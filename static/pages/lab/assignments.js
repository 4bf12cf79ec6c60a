/* The assignments: data from the name that is typed, and a check. Nothing is sent or stored. */

import { average, debias, judgeBits, judgeNumber, reconstruct } from "./assignment_tasks.js";

const TASKS = {
  debias: [debias, judgeNumber],
  average: [average, judgeNumber],
  reconstruct: [reconstruct, judgeBits],
};
const HINTS = JSON.parse(document.getElementById("hints").textContent); // in the page's language
const form = document.getElementById("whose");
const tasks = document.getElementById("tasks");

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const name = form.elements.namedItem("whose-name").value;
  for (const section of tasks.querySelectorAll("[data-task]")) give(section, name);
  tasks.hidden = false;
  tasks.querySelector("h2").focus();
});

/* Fills in one task's data; the feedback on the last name's solution goes. */
function give(section, name) {
  const [make, judge] = TASKS[section.dataset.task];
  const task = make(name);
  for (const place of section.querySelectorAll("[data-shown]")) {
    const text = task.shown[place.dataset.shown];
    if (place instanceof HTMLTextAreaElement) place.value = text;
    else place.textContent = text;
  }
  const said = section.querySelector("[role=status]");
  const solution = section.querySelector("form");
  said.textContent = "";
  solution.reset();
  solution.onsubmit = (event) => {
    event.preventDefault();
    const [right, hint, figures = {}] = judge(task, solution.querySelector("input").value);
    said.textContent = HINTS[hint].replace(/\{(\w+)\}/g, (_, name) => figures[name]);
    said.classList.toggle("right", right);
  };
}
