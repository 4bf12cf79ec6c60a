/* The accusation game. Cards and reports are drawn by the system's generator; nothing is sent or stored. */

import { oddsOf } from "../../client/gamma.js";
import { byId } from "../../client/page/elements.js";
import { startClass } from "./accusation_class.js";
import { startRepeated } from "./accusation_repeated.js";
import { startRounds } from "./accusation_rounds.js";

const form = byId("agreed");
const coin = byId("coin");
const deck = byId("deck");

/* The settings that everybody agrees on: the deck as [guilty cards, all cards], and the coin. */
function agreed() {
  const { value: gamma, dataset } = coin.selectedOptions[0];
  return { gamma, odds: oddsOf(gamma), deck: deck.value.split("/").map(Number), chances: dataset };
}

const rounds = startRounds(byId("accuse"), agreed);
const parts = [rounds, startClass(byId("counts"), agreed, rounds.untold), startRepeated(byId("repeated"), agreed)];

form.addEventListener("submit", (event) => event.preventDefault());
form.addEventListener("change", show);
byId("game").hidden = false;
show();

function show() {
  for (const part of parts) part.show();
}
