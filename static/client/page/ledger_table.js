/* The ledger on the page, from this browser's storage; asks no server for anything. */

import { LEDGER_KEY, clearLedger, readLedger, total } from "../memory/ledger.js";
import { epsilonInWords, message } from "../messages.js";
import { suspicionTimes } from "../protection/suspicion.js";

/** Shows the ledger in templates/respondent/_ledger.html, and keeps it as it is kept. */
export function showLedger() {
  const sure = document.getElementById("sure");
  document.getElementById("clear").addEventListener("click", () => sure.showModal());
  sure.addEventListener("close", () => {
    if (sure.returnValue !== "clear") return;
    clearLedger();
    showRows();
    sure.closest("main, section").querySelector("h1").focus();
  });
  // Another tab has answered, forgotten or cleared; or the browser shows an old state of the page.
  addEventListener("storage", ({ key }) => [LEDGER_KEY, null].includes(key) && showRows());
  addEventListener("pageshow", showRows);
  showRows();
}

function showRows() {
  const [spent, nothing] = ["ledger", "nothing"].map((id) => document.getElementById(id));
  const ledger = readLedger();
  const sum = total(ledger);
  const rows = Object.values(ledger.surveys).map((survey) => ({ ...survey, own: true }));
  if (ledger.forgotten) rows.push({ title: message("forgotten_surveys"), epsilon: ledger.forgotten });
  spent.hidden = rows.length === 0;
  nothing.hidden = !spent.hidden;
  spent.querySelector("tbody").replaceChildren(...rows.map(row));
  for (const place of spent.querySelectorAll(".sum")) place.textContent = epsilonInWords(sum);
  spent.querySelector(".change").textContent = suspicionTimes(Math.exp(sum));
}

/** `own` is a title in the instrument's words, whose language the ledger does not know. */
function row({ title, epsilon, own }) {
  const line = document.createElement("tr");
  const name = Object.assign(document.createElement("th"), { scope: "row", textContent: title });
  if (own) name.lang = "";
  const number = Object.assign(document.createElement("td"), { textContent: epsilonInWords(epsilon) });
  line.append(name, number);
  return line;
}
