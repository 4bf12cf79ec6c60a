/* Where this client is, and what its link says. The fragment is never sent. */

import { readFullForm } from "./digest.js";

const PAGE = /^.*\/(?:s|surveys)\/([^/]+)(\/preview)?$/;

/** Of a page's address: the survey's `code`, whether it is the `preview` of one, and `base`, below
 * which instrument, state and responses are. */
export function placeOf({ pathname }) {
  const [base, code, preview] = PAGE.exec(pathname);
  return { base, code, preview: Boolean(preview) };
}

/** What the link says after "#": `digest` is the full form of the questionnaire's, null if there is none,
 * and undefined if there is something else in its place; `token` that of a slip. */
export function readLink(hash) {
  const said = new URLSearchParams(hash.slice(1));
  const digest = said.get("q");
  return {
    digest: digest === null ? null : (readFullForm(digest) ?? undefined),
    token: said.get("t"),
  };
}

/** Takes the token out of the address, so that the page can be shared without it; the digest stays. */
export function dropToken() {
  const said = new URLSearchParams(location.hash.slice(1));
  said.delete("t");
  const rest = said.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
}
