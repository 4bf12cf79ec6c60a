/* Finds one's own response among all. Its id stays in this browser: the server is
 * asked for the page of all responses that begin alike, and a fragment is never sent. */

const form = document.getElementById("find");
const field = document.getElementById("response-id");
const found = document.getElementById("found");
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
  if (!/^[0-9a-f]{32}$/.test(id)) {
    say("A response id has 32 digits, 0 to 9 and a to f.");
    return;
  }
  const own = id.slice(0, digits);
  if (prefix !== own && !id.startsWith(prefix || "-")) {
    location.replace(`${own ? `${all}/${own}` : all}#${id}`);
    return;
  }
  const row = document.getElementById(id);
  if (row) {
    say("Here it is: these reports were counted.");
    row.scrollIntoView({ block: "center" });
  } else if (prefix.length < digits) {
    location.replace(`${all}/${own}#${id}`);
  } else {
    say("No response with this id was counted.");
  }
}

function say(sentence) {
  found.textContent = sentence;
}
