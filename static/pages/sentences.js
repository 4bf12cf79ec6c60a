/* A script's sentences in the page's language. The English one names the others, which the page has beside it. */

const said = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

/** The sentence with these values in the place of their {names}. */
export function say(sentence, values = {}) {
  return (said[sentence] ?? sentence).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
