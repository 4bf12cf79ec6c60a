/* The form of questions: what each means for this class, their order, and drafts that save themselves. */

import { keepDraft } from "./autosave.js";
import { whenReleased } from "../live/released.js";
import { letDrag } from "./question_drag.js";
import { letOrder } from "./question_order.js";

const form = document.getElementById("compose");
const questions = document.getElementById("questions");
const meter = document.getElementById("protection");
const oneEach = form.elements.one_question_each;
const PAUSE_MS = 200;
let timer;
let asked = 0;
let drawn; // the meter's HTML that came last

const order = letOrder(form, questions);
letDrag(questions, order.moved);
keepDraft(form, document.getElementById("saved"));

form.addEventListener("input", (event) => {
  const [field, card] = [event.target, event.target.closest?.("fieldset")];
  if (/-gamma$/.test(field.name ?? "")) chooseLevel(card, field.value.trim());
  if (/-level$/.test(field.name ?? "")) card.querySelector("[name$='-gamma']").value = "";
  if (/-text$|^title$|^introduction$/.test(field.name ?? "")) return;
  clearTimeout(timer);
  timer = setTimeout(showMeanings, PAUSE_MS);
});

meter.addEventListener("click", (event) => {
  if (!event.target.closest("[name=switch]")) return;
  event.preventDefault();
  oneEach.checked = !oneEach.checked;
  oneEach.closest("details").open = oneEach.checked;
  oneEach.dispatchEvent(new Event("input", { bubbles: true }));
});

for (const link of document.querySelectorAll(".adding a[href='#import']")) {
  link.addEventListener("click", () => (document.getElementById("import").open = true));
}

/** An exact γ replaces the level; if it is cleared, the first level applies. */
function chooseLevel(card, gamma) {
  const levels = card.querySelectorAll("[name$='-level']");
  if (gamma) levels.forEach((each) => (each.checked = false));
  else if (![...levels].some((each) => each.checked)) levels[0].checked = true;
}

async function showMeanings() {
  const mine = ++asked;
  try {
    const response = await fetch(form.dataset.meanings, { method: "POST", body: new FormData(form) });
    const { questions: meanings, protection } = await response.json();
    if (mine !== asked) return; // a later change is asked about
    whenReleased(() => {
      [...questions.children].forEach((card, place) => showMeaning(card, meanings[place] ?? {}));
      showMeter(protection.html);
    });
  } catch {
    return; // no network: the sentences stay as they were
  }
}

/** The meter as the server draws it; its button keeps the focus. */
function showMeter(html) {
  if (html === drawn) return;
  drawn = html;
  const held = meter.contains(document.activeElement);
  meter.innerHTML = html;
  if (held) (meter.querySelector("button") ?? oneEach).focus({ preventScroll: true });
}

function showMeaning(card, { expectation = "", warning = "", meaning = "", recommended = "", margins = {} }) {
  write(card.querySelector(".expectation"), expectation);
  write(card.querySelector(".weak"), warning);
  write(card.querySelector(".meaning"), meaning);
  for (const level of card.querySelectorAll(".level")) {
    const gamma = level.querySelector("input").value;
    level.querySelector(".best").hidden = gamma !== recommended;
    level.querySelector(".margin").textContent = margins[gamma] ?? "";
  }
}

/** Writes what is new alone: a screen reader says a status again that is written again. */
function write(element, sentence) {
  if (element.textContent !== sentence) element.textContent = sentence;
}
