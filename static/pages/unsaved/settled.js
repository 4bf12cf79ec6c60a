/* What came of the form that was sent before this page: whoever imports this asks for what is kept after that.
 *
 * Only an answer of the server's own says that a form was taken: this very page, or one to which it led on. A network
 * that wants a sign-in of its own answers in its place, and a later visit to any page says nothing.
 */

import { settle } from "./drafts.js";

// On the page after a form that was refused, or was carried through a sign-in.
export const REFUSED = "[data-refused], [data-again], [aria-invalid='true']";

const { type, responseStatus, redirectCount } = performance.getEntriesByType("navigation")[0] ?? {};
const answersForm = "answersForm" in document.body.dataset;
const taken = document.querySelector("[data-taken]"); // though the form that it filled in lacks something
const refused = (!taken && (responseStatus >= 400 || document.querySelector(REFUSED))) || type === "back_forward";
settle((page) => !refused && (answersForm || (redirectCount > 0 && isFrom(page))));
addEventListener("pageshow", ({ persisted }) => persisted && settle(() => false));

function isFrom(page) {
  const { origin, pathname } = new URL(document.referrer || "about:blank");
  return origin === location.origin && pathname === page;
}
