/* Whether somebody has changed a field, so that no script takes away what they typed. */

/** Whether a field in this part of the page differs from what the server put there; what only looks is none. */
export function isEdited(part) {
  return [...part.querySelectorAll("input:not([data-differs]), textarea, select")].some(differs);
}

function differs(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== valueAtFirst(field);
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}

/** What the browser makes of what the server put there: line breaks, say, may be written otherwise. */
function valueAtFirst({ localName, type, defaultValue }) {
  const fresh = document.createElement(localName);
  if (localName === "input") fresh.type = type;
  fresh.defaultValue = defaultValue;
  return fresh.value;
}
