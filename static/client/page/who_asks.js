/* Who asks, in the questionnaire's own words; and where to turn to, before sending and after. */

import { message } from "../messages.js";
import { byId, make } from "./elements.js";

/** Fills the fold with who asks, whom to contact and the privacy notice, as far as the questionnaire says so. */
export function showWhoAsks({ askedBy, contact, privacyNotice, language }) {
  const said = [["asked_by", askedBy], ["contact", contact], ["privacy_notice", privacyNotice]]
    .filter(([, text]) => text);
  const lines = said.flatMap(([name, text]) => [
    make("dt", {}, message(name)), make("dd", { ...language, textContent: text }),
  ]);
  const fold = byId("who-asks");
  fold.querySelector("dl").replaceChildren(...lines);
  fold.hidden = said.length === 0;
}

/** Shows where to turn to for support; it stays when the questionnaire has gone. */
export function showSupport({ support, language }) {
  const line = byId("support");
  line.replaceChildren(make("strong", {}, message("support")), " ", make("bdi", { ...language, textContent: support }));
  line.hidden = !support;
}
