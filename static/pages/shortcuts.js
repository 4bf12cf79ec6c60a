/* Shortcuts of one character, the switch that turns them off (WCAG 2.1.4), and ? for their list. */

const KEPT = "deniable-letter-keys";
const TYPED_INTO = "input, textarea, select, [contenteditable]";
const PRESSED_BY_SPACE = "button, summary, a";

/** Whether this press is meant for the page, and not for a field, a button or the browser. */
export function isForThePage(event) {
  if (event.defaultPrevented || event.ctrlKey || event.altKey || event.metaKey) return false;
  if (document.querySelector("dialog[open]") || isTypedInto(event.target)) return false;
  if (event.key === " " && event.target.closest?.(PRESSED_BY_SPACE)) return false;
  return event.key.length > 1 || letterKeysWork();
}

/** Whether this is in a field that is shown: a closed dialogue keeps the focus until the next frame. */
function isTypedInto(target) {
  return Boolean(target.closest?.(TYPED_INTO)?.getClientRects().length);
}

function letterKeysWork() {
  try {
    return localStorage.getItem(KEPT) !== "off";
  } catch {
    return true; // a browser that refuses storage remembers no switch
  }
}

for (const box of document.querySelectorAll("[data-letter-keys]")) prepare(box);

/** Lets this checkbox be the switch. */
function prepare(box) {
  box.checked = letterKeysWork();
  box.addEventListener("change", () => localStorage.setItem(KEPT, box.checked ? "on" : "off"));
}

// Every page links to the list; the presenter view has one of its own, and obeys ? itself.
const link = document.querySelector("a[data-shortcuts]");
let dialog = null;

if (link) {
  document.addEventListener("keydown", (event) => {
    if (event.key !== "?" || !isForThePage(event)) return;
    event.preventDefault();
    if (!event.repeat) showList();
  });
}

async function showList() {
  try {
    if (location.pathname !== link.pathname) (dialog ??= await makeDialog()).showModal();
  } catch {
    location.assign(link.href);
  }
}

/** The list's own page, as a dialogue of this one: what is typed here is not lost. */
async function makeDialog() {
  const answer = await fetch(link.href, { redirect: "error" });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const made = document.createElement("dialog");
  made.id = "shortcuts";
  made.setAttribute("aria-labelledby", "shortcuts-title");
  made.append(...page.getElementById("shortcuts").childNodes);
  document.head.append(page.querySelector("link[href*=shortcuts]"));
  document.body.append(made);
  prepare(made.querySelector("[data-letter-keys]"));
  return made;
}
