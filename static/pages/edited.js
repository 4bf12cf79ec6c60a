/* Whether somebody has changed a field, so that no script overwrites the typed text. */

/** Whether a field in this part of the page differs from the server's value; controls that change only the view do not
 * count. */
export function isEdited(part) {
  return [...part.querySelectorAll("input:not([data-differs]), textarea, select")].some(differs);
}

function differs(field) {
  if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
  if (field.localName !== "select") return field.value !== valueAtFirst(field);
  const first = [...field.options].findIndex((option) => option.defaultSelected);
  return field.selectedIndex !== Math.max(first, 0);
}

/** The server's value as the browser has it: line breaks, for example, may be written differently. */
function valueAtFirst({ localName, type, defaultValue }) {
  const fresh = document.createElement(localName);
  if (localName === "input") fresh.type = type;
  fresh.defaultValue = defaultValue;
  return fresh.value;
}
