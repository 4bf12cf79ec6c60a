/* Room for any of several texts, of which one at a time is shown: what is shown moves nothing. */

import { make } from "./elements.js";

/** {element, face}: `face` is what is seen; it has the room of the largest of `texts`, which nobody
 * sees or hears. */
export function stacked(face, texts, properties = { className: "stack" }) {
  const name = face.localName === "div" ? "div" : "span";
  const room = texts.map((text) => make(name, { "aria-hidden": "true" }, ...text));
  return { element: make(name, properties, face, ...room), face };
}
