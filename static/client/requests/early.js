/* Asks for the questionnaire and the survey's state while the client's script is still on its way.
 *
 * Of a page's two scripts this is the small one. asked.js takes what was asked for here; if that ran
 * before, nothing is left to do, and if this one never comes, it asks itself.
 */

import { read } from "./request.js";

const { origin, pathname } = location;
const documents = /^\/s\/[^/]+$/.test(pathname) ? ["instrument.json", "state"] : []; // not of a preview
globalThis.early ??= new Map(
  documents.map((name) => `${origin}${pathname}/${name}`).map((url) => [url, read(url)]),
);
