/* Orders, adds, duplicates and removes questions at once, by the same buttons as without scripts. */

import { say } from "../sentences.js";

const MOST = 50; // more questions get the server's error

/** Takes over the buttons; returns `moved(card, from)`, to be called for a card that something else has moved. */
export function letOrder(form, list) {
  const blank = document.createElement("template");
  blank.innerHTML = list.dataset.blank;
  const announced = document.getElementById("announced");

  form.addEventListener("click", (event) => {
    const button = event.target.closest("button[name]");
    const press = presses[button?.name];
    if (!press || (["add", "insert", "copy"].includes(button.name) && list.children.length >= MOST)) return;
    event.preventDefault();
    press(button.closest("fieldset"), button);
  });

  const presses = {
    add: () => put(fresh(), null),
    insert: (card) => put(fresh(), card),
    copy: (card) => put(copyOf(card), card.nextElementSibling),
    up: (card, button) => move(card, card.previousElementSibling, button),
    down: (card, button) => move(card, card.nextElementSibling?.nextElementSibling ?? null, button),
    remove: (card) => list.children.length > 1 && remove(card),
  };

  function put(card, before) {
    list.insertBefore(card, before);
    changed(say("Question {place} is added.", { place: placeOf(card) }));
    card.querySelector("[name$='-text']").focus();
  }

  function move(card, before, button) {
    const from = placeOf(card);
    const stays = button.name === "up" ? from === 1 : from === list.children.length;
    if (stays) {
      const end = button.name === "up" ? "Question {place} is the first one." : "Question {place} is the last one.";
      announced.textContent = say(end, { place: from });
      return;
    }
    list.insertBefore(card, before);
    moved(card, from);
    button.focus();
  }

  function moved(card, from) {
    changed(say("Question {from} is question {place} now.", { from, place: placeOf(card) }));
  }

  function remove(card) {
    const [place, next] = [placeOf(card), card.nextElementSibling];
    form.querySelector(".notice.removed")?.remove();
    card.remove();
    const notice = document.createElement("p");
    notice.className = "notice removed";
    const undo = document.createElement("button");
    undo.type = "button";
    undo.textContent = say("Undo");
    undo.addEventListener("click", () => {
      notice.remove();
      put(card, next?.parentNode === list ? next : null);
    });
    const words = say("Question {place} is removed.", { place });
    notice.append(`${words} `, undo);
    list.before(notice);
    changed(words);
    undo.focus();
  }

  function changed(words) {
    number(list);
    announced.textContent = words;
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  const placeOf = (card) => [...list.children].indexOf(card) + 1;
  const fresh = () => {
    const card = blank.content.firstElementChild.cloneNode(true);
    card.querySelector(".grip").hidden = false;
    return card;
  };
  return { moved };
}

/** A card with the same values; cloning copies what the server wrote, not what was typed since. */
function copyOf(card) {
  const copy = card.cloneNode(true);
  const [from, to] = [card, copy].map((each) => [...each.querySelectorAll("input, select, textarea")]);
  // Of one name in one form, only one radio button is chosen: so the copy has names of its own first.
  rename(copy, "998");
  to.forEach((field, place) => {
    field.value = from[place].value;
    field.checked = from[place].checked;
  });
  return copy;
}

/** Gives each card its number: in names and ids, and in the labels for screen readers. */
function number(list) {
  const radios = [...list.querySelectorAll("[type=radio]")].map((each) => [each, each.checked]);
  [...list.children].forEach((card, place) => {
    rename(card, place);
    card.querySelector("legend").textContent = say("Question {place}", { place: place + 1 });
    for (const each of card.querySelectorAll(".tools button")) each.value = place + 1;
    for (const each of card.querySelectorAll("[aria-label]")) {
      each.setAttribute("aria-label", each.getAttribute("aria-label").replace(/\d+/, place + 1));
    }
  });
  for (const [radio, checked] of radios) radio.checked = checked; // while renamed, two cards shared a name
}

function rename(card, place) {
  for (const each of card.querySelectorAll("[name], [id], [for], [aria-describedby]")) {
    for (const attribute of ["name", "id", "for", "aria-describedby"]) {
      const value = each.getAttribute(attribute);
      if (!value?.includes("questions-")) continue;
      each.setAttribute(attribute, value.replaceAll(/questions-\d+-/g, `questions-${place}-`));
    }
  }
}
