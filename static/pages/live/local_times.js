/* Writes times as the reader's own clock has them, and says which clock that is: the server writes UTC.
 *
 * Beside a field for a time stands what was typed, as people write it: a browser may show 05/12 for 12 May. Typing a
 * time chooses it. */

const MINUTE_MS = 60_000;
const tag = document.documentElement.lang;
const written = new Intl.DateTimeFormat(tag, { dateStyle: "medium", timeStyle: "short" });
const read = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short" });
const readInUTC = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
const offset = new Intl.DateTimeFormat(tag, { timeZoneName: "longOffset" });
const { timeZone } = written.resolvedOptions();

write();
new MutationObserver(write).observe(document.body, { childList: true, subtree: true, characterData: true });
document.addEventListener("input", ({ target }) => {
  if (target.name === "at") choose(target);
  write();
});

function write() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    const moment = new Date(time.dateTime);
    set(time, `${written.format(moment)} (${zoneAt(moment)})`);
  }
  for (const zone of document.querySelectorAll("[data-zone]")) {
    zone.localName === "input" ? (zone.value = timeZone) : set(zone, timeZone);
  }
  for (const beside of document.querySelectorAll("[data-reads]")) {
    const field = document.getElementById(beside.dataset.reads);
    set(beside, field.value ? inWords(field) : "");
  }
}

function inWords(field) {
  if (field.form.elements.zone.value === "UTC" && timeZone !== "UTC") return `${readInUTC.format(new Date(`${field.value}Z`))} (UTC)`;
  const moment = new Date(field.value); // of an hour that comes twice, the first: so does the server
  return `${read.format(moment)} (${zoneAt(moment)})`;
}

/** The reader's zone, with its offset in an hour that comes twice, when clocks are set back. */
function zoneAt(moment) {
  const twice = [-60, -30, 30, 60].some((minutes) => written.format(+moment + minutes * MINUTE_MS) === written.format(moment));
  if (!twice) return timeZone;
  return `${timeZone}, ${offset.formatToParts(moment).find(({ type }) => type === "timeZoneName").value}`;
}

function choose(field) {
  const choice = field.form.querySelector("[type='radio'][name='closes'][value='at']");
  if (choice && field.value) choice.checked = true;
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
