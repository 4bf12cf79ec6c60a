/* Finds one's own response among all. Its id stays in this browser: the server is
 * asked for the page of all responses that begin alike, and a fragment is never sent. */

import { showInclusion } from "./proof/inclusion.js";
import { message } from "./messages.js";

const form = document.getElementById("find");
const field = document.getElementById("response-id");
const found = document.getElementById("found");
const inclusion = document.getElementById("inclusion"); // with a statement only
const { digits, prefix, all } = form.dataset;

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const id = field.value.trim().toLowerCase();
  if (location.hash === `#${id}`) show();
  else location.hash = id;
});
addEventListener("hashchange", show);
show();

function show() {
  const id = location.hash.slice(1);
  if (!id) return;
  field.value = id;
  inclusion?.replaceChildren();
  if (!/^[0-9a-f]{32}$/.test(id)) {
    say(message("not_an_id"));
    return;
  }
  const own = id.slice(0, digits);
  if (prefix !== own && !id.startsWith(prefix || "-")) {
    location.replace(`${own ? `${all}/${own}` : all}${location.search}#${id}`);
    return;
  }
  const row = document.getElementById(id);
  if (row) {
    say(message("counted"));
    if (inclusion) showInclusion(inclusion, row, JSON.parse(document.getElementById("note").textContent)).then(toTheSentence);
    else row.scrollIntoView({ block: "center" });
  } else if (prefix.length < digits) {
    location.replace(`${all}/${own}${location.search}#${id}`);
  } else {
    say(message("not_counted"));
  }
}

/** The browser has gone to the row, far below what is said of it. */
function toTheSentence() {
  found.scrollIntoView();
}

function say(sentence) {
  found.textContent = sentence;
}
