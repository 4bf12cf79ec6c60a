/* A whole link in the field for the code. The form would send it to the server, with the token and the digest that
 * stand behind its "#", in an address that may be logged: the browser goes straight to the link instead. */

const field = document.getElementById("code");

field.form.addEventListener("submit", (event) => {
  const pasted = field.value.replace(/%(25)*23/g, "#"); // a chat may have encoded it
  const link = linkIn(pasted);
  if (link) {
    event.preventDefault();
    location.assign(link);
  } else [field.value] = pasted.replace(/^[\s#]+/, "").split("#"); // a code needs nothing after it
});

/** The address of the survey's link in this text, in the page's own language if one was asked for; null if there is
 * none. Words may surround it, and its beginning may be missing. */
function linkIn(pasted) {
  const [found] = pasted.match(/https?:\/\/\S*\/s\/\S+/i) ?? pasted.match(/\w\S*\/s\/\S+/) ?? [];
  if (!found) return null;
  const trimmed = found.replace(/[^\p{L}\p{N}/=]+$/u, "");
  try {
    const link = new URL(/^https?:/i.test(trimmed) ? trimmed : `${location.protocol}//${trimmed}`);
    const asked = field.form.elements.lang?.value;
    if (asked && !link.searchParams.has("lang")) link.searchParams.set("lang", asked);
    return link;
  } catch {
    return null;
  }
}
