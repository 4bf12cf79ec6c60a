/* The second script, visit/after_send.js, on its way: asked for once the questionnaire has come, whatever is on the page
 * and in this browser, and never because something is answered. Until it is here nothing can be sent. */

import { byId, make } from "../page/elements.js";
import { waitBefore } from "./waiting.js";

const LONGEST_LOAD_MS = 15_000; // then it is asked for once more; what comes later is taken, too

let onItsWay = null;

/** Resolves to what visit/after_send.js gives, once it is here; the first call asks for it. */
export function secondScript() {
  return (onItsWay ??= untilLoaded(byId("answers").dataset));
}

/** Asks once the page is complete, which would else wait for this script, and the questionnaire with it. Then again and
 * again: past the browser's cache, which may hold what a network answered in its place. */
async function untilLoaded(named) {
  if (document.readyState !== "complete") await new Promise((shown) => addEventListener("pageshow", shown, { once: true }));
  for (let attempt = 0; !globalThis.afterSend; attempt += 1) {
    if (attempt) {
      await waitBefore(attempt - 1);
      await fetch(named.script, { cache: "reload", signal: AbortSignal.timeout?.(LONGEST_LOAD_MS) })
        .then((answer) => answer.arrayBuffer()).catch(() => {});
    }
    await runScript(named);
  }
  return globalThis.afterSend;
}

/** Loads the script that an element of the page names in its data, with its digest; resolves once it has run, has failed,
 * or is late. A browser asks for a module once only, so it is none; and with an Integrity-Policy it takes a digest in a
 * CORS request only. */
export function runScript({ script: src, integrity }) {
  return new Promise((over) => {
    setTimeout(over, LONGEST_LOAD_MS);
    document.head.append(make("script", { src, integrity, crossOrigin: "anonymous", onload: over, onerror: over }));
  });
}
