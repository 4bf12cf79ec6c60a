/* Elements of pictures (SVG), made without HTML in strings. */

/** An SVG element with these attributes. */
export function shape(name, attributes = {}) {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  return made;
}
