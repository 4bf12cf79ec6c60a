/* Elements of the page, made without HTML in strings. */

/** An element with these properties (attributes where the name has a hyphen, or is "role") and children. */
export function make(name, properties = {}, ...children) {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(properties)) {
    if (key.includes("-") || key === "role") made.setAttribute(key, value);
    else made[key] = value;
  }
  made.append(...children);
  return made;
}
