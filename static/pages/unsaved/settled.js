/* Settles whether the form sent before this page was taken: modules that import this read the storage after that.
 *
 * Only the server's own reply shows that a form was taken: this very page, or one to which it led. A network with
 * its own sign-in page replies in the server's place, and a later visit to a page shows nothing. */

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
