/* Asks for the questionnaire and the survey's state while the client's script is still on its way.
 *
 * The page holds this one within itself. asked.js takes what was asked for here, and asks itself where nothing was.
 */

import { read } from "./request.js";

const { origin, pathname } = location;
const documents = /^\/s\/[^/]+$/.test(pathname) ? ["instrument.json", "state"] : []; // not of a preview
globalThis.early ??= new Map(
  documents.map((name) => `${origin}${pathname}/${name}`).map((url) => [url, read(url)]),
);
