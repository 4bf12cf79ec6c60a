/* Brings a part of the page up to date in place: what is the same stays the same element, so that
 * the focus, an open fold and a band that narrows are not cut off.
 */

/** Gives `shown` the children of `fresh`, which it may take out of their document. */
export function morphChildren(shown, fresh) {
  const after = [...fresh.childNodes];
  const before = [...shown.childNodes];
  after.forEach((child, place) => {
    if (!before[place]) shown.append(child);
    else if (alike(before[place], child)) morph(before[place], child);
    else before[place].replaceWith(child);
  });
  for (const left of before.slice(after.length)) left.remove();
}

/** Elements with other data are replaced, since a script, such as a countdown, may have read the old data. */
function alike(one, other) {
  const same = one.nodeName === other.nodeName && one.id === other.id;
  return same && JSON.stringify(one.dataset) === JSON.stringify(other.dataset);
}

function morph(shown, fresh) {
  if (shown.nodeType !== Node.ELEMENT_NODE) {
    if (shown.data !== fresh.data) shown.data = fresh.data;
    return;
  }
  for (const { name } of [...shown.attributes]) {
    if (!fresh.hasAttribute(name) && !isOurs(shown, name)) shown.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (shown.getAttribute(name) !== value && !isOurs(shown, name)) shown.setAttribute(name, value);
  }
  morphChildren(shown, fresh);
}

/** Whether the reader sets this attribute, not the server: a fold that somebody opened stays open. */
function isOurs(element, name) {
  return element.localName === "details" && name === "open";
}
