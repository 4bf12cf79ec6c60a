/* Writes times as the reader's own clock has them, and says which clock that is: the server writes UTC. */

const written = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: "medium", timeStyle: "short" });
const { timeZone } = written.resolvedOptions();

write();
new MutationObserver(write).observe(document.body, { childList: true, subtree: true, characterData: true });

function write() {
  for (const time of document.querySelectorAll("time[data-local]")) {
    set(time, `${written.format(new Date(time.dateTime))} (${timeZone})`);
  }
  for (const zone of document.querySelectorAll("[data-zone]")) {
    zone.localName === "input" ? (zone.value = timeZone) : set(zone, timeZone);
  }
}

function set(element, text) {
  if (element.textContent !== text) element.textContent = text;
}
