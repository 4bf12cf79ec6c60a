/* A script's sentences in the page's language. The English sentence is the key of its translation, which the page
 * holds. */

const said = JSON.parse(document.getElementById("sentences")?.textContent ?? "{}");

/** The sentence with these values in the place of their {names}. */
export function say(sentence, values = {}) {
  return (said[sentence] ?? sentence).replace(/\{(\w+)\}/g, (_, name) => values[name]);
}
