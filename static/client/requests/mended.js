/* A link whose "#" a chat has encoded: its digest and token came to the server in the address. */

import { codeInAddress } from "../codes.js";

const LENGTH = 6; // letters of a code, as survey/core/responses/join_codes.py draws it

/** Puts them behind a "#" again before anything else is asked for, so that no further request has them. A fragment that
 * is there already counts alone. Mirror of mended_link in survey/core/responses/links.py. */
export function mendAddress() {
  const [address, ...rest] = (location.pathname + location.search).split(/%(?:25)*23/);
  const [path, query] = address.split("?");
  // In a query, trackers have such a sign of their own.
  if (!rest[0] || !path.startsWith("/s/") || (query && (location.hash || !/^[qkt](=|%3d)/i.test(rest[0])))) return;
  // Neither brackets nor words around it.
  const code = codeInAddress(path.slice(3)).slice(0, LENGTH);
  const fragment = location.hash || `#${rest.join("%23")}`;
  history.replaceState(history.state, "", `/s/${code}${query ? `?${query}` : ""}${fragment}`);
}
