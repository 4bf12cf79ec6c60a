/* Finds one's own response among all. Its id stays in this browser: the server is
 * asked for the page of all responses that begin alike, and a fragment is never sent. */

import { message } from "./messages.js";
import { showInclusion } from "./proof/inclusion.js";
import { ownResponse } from "./proof/own_response.js";

const form = document.getElementById("find");
const field = document.getElementById("response-id");
const found = document.getElementById("found");
const inclusion = document.getElementById("inclusion"); // with a statement only
const { digits, prefix, all } = form.dataset;
const [, code] = /\/s\/([^/]+)\/reports/.exec(decodeURIComponent(location.pathname)) ?? [];

form.hidden = false;
form.addEventListener("submit", (event) => {
  event.preventDefault();
  const id = idIn(field.value.toLowerCase());
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
    ownResponse(code, id).then((own) => showRow(row, own));
  } else if (prefix.length < digits) {
    location.replace(`${all}/${own}${location.search}#${id}`);
  } else {
    say(message("not_counted"));
  }
}

/** Says what the row is; `own` is what this browser keeps of its response. A root signed over altered reports fits them
 * as any other, so that what was sent comes first. */
function showRow(row, own) {
  if (own && JSON.stringify(own.reports) !== row.dataset.reports?.replace(/\s/g, "")) {
    say(message("altered"), "alert");
    toTheSentence();
    return;
  }
  say(message("counted"));
  if (!inclusion) {
    row.scrollIntoView({ block: "center" });
    return;
  }
  const note = JSON.parse(document.getElementById("note").textContent);
  showInclusion(inclusion, row, note, { code, own }).then(toTheSentence);
}

/** The response id in what was pasted, a whole receipt or a line of it; if there is none, what was pasted. */
function idIn(pasted) {
  const [, id] = /"response_id"\W+([\da-f]{32})\b/.exec(pasted) ?? /\b([\da-f]{32})\b/.exec(pasted) ?? [];
  return id ?? pasted.trim();
}

/** The browser goes to the row, far below what is said of it, until all of the page is there. */
function toTheSentence() {
  if (document.readyState === "complete") found.scrollIntoView();
  else addEventListener("load", () => requestAnimationFrame(toTheSentence));
}

function say(sentence, role = "status") {
  found.className = role === "alert" ? "error" : "";
  found.setAttribute("role", role);
  found.textContent = sentence;
}
