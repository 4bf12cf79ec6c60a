/* Shows the ledger from this browser's storage; asks the server for nothing. */

import { LEDGER_KEY, clearLedger, factor, readLedger, total } from "./ledger.js";

const spent = document.getElementById("spent");
const nothing = document.getElementById("nothing");
const sure = document.getElementById("sure");

document.getElementById("clear").addEventListener("click", () => sure.showModal());
sure.addEventListener("close", () => {
  if (sure.returnValue !== "clear") return;
  clearLedger();
  show();
  document.querySelector("h1").focus();
});
// Another tab has answered, forgotten or cleared; or the browser shows an old state of the page.
addEventListener("storage", ({ key }) => [LEDGER_KEY, null].includes(key) && show());
addEventListener("pageshow", show);

function show() {
  const ledger = readLedger();
  const sum = total(ledger);
  const rows = Object.values(ledger.surveys);
  if (ledger.forgotten) rows.push({ title: "Surveys forgotten on this device", epsilon: ledger.forgotten });
  spent.hidden = rows.length === 0;
  nothing.hidden = !spent.hidden;
  spent.querySelector("tbody").replaceChildren(...rows.map(row));
  for (const place of spent.querySelectorAll(".sum")) place.textContent = sum.toFixed(2);
  spent.querySelector(".factor").textContent = factor(sum);
}

function row({ title, epsilon }) {
  const line = document.createElement("tr");
  const name = Object.assign(document.createElement("th"), { scope: "row", textContent: title });
  const number = Object.assign(document.createElement("td"), { textContent: epsilon.toFixed(2) });
  line.append(name, number);
  return line;
}
