/* The coin page's only script, which it does without if need be: whether this browser has
 * answered already. It reads no outcome.
 */

import { openMemory } from "./memory/remembered.js";

const said = document.getElementById("answered");
const { code, instrument } = said.dataset;
const memory = openMemory(code, instrument);

addEventListener("pageshow", look);
addEventListener("storage", look); // answered in another tab meanwhile
look();

async function look() {
  said.hidden = !(await memory?.read().catch(() => null));
  document.getElementById("outcomes").hidden = !said.hidden;
}
