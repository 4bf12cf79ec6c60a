/* Asks for the questionnaire and the survey's state while the client's script is still on its way, and watches that
 * it comes.
 *
 * The page holds this one within itself. asked.js takes what was asked for here, and asks itself where nothing was.
 */

import { mendAddress } from "./mended.js";
import { read } from "./request.js";
import { reloadWithoutScript } from "./script_again.js";

mendAddress();
reloadWithoutScript();
const { origin, pathname } = location;
const documents = /^\/s\/[^/]+$/.test(pathname) ? ["instrument.json", "state"] : []; // not of a preview
globalThis.early ??= new Map(
  documents.map((name) => `${origin}${pathname}/${name}`).map((url) => [url, read(url)]),
);
