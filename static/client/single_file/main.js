/* The client as one file: asks which survey is meant, and opens it wherever its server is. */

import {} from "../visit/after_send.js";
import { best } from "../languages.js";
import { keepFragment } from "../page/around.js";
import { offerLanguages } from "../page/page_language.js";
import { askedLanguage, placeAt, readLink } from "../place.js";
import {} from "../visit/on_need.js";
import { respond } from "../respond.js";
import { askForLink } from "./asking.js";
import { handOverIn } from "./hand_over.js";
import { givenIn } from "./given.js";

speakIn(askedLanguage());
const link = readLink(location.hash);
const place = placeAt(link.address ?? "");
offerLanguages();
showHost(document.getElementById("from-host"));
if (place) openLinked();
else {
  keepFragment();
  askForLink();
}

/** Puts the page on the screen, in the language that the reader reads best. */
function speakIn(asked) {
  const templates = new Map([...document.querySelectorAll("template")].map((each) => [each.lang, each]));
  const { lang, dir, content } = templates.get(best([asked ?? "", ...navigator.languages], [...templates.keys()]));
  Object.assign(document.documentElement, { lang, dir });
  document.body.replaceChildren(content);
}

function openLinked() {
  const given = document.getElementById("given");
  for (const coins of document.querySelectorAll("#coins, #coin-way a")) coins.href = `${place.base}/coin`;
  respond({
    ...place,
    given: givenIn(given, link),
    whileWaiting() {
      given.hidden = !document.getElementById("loading");
    },
    handOver: handOverIn(document.getElementById("hand-over"), place.code),
  });
}

/** Says who could have changed this file, if it came from a server just now; and where no survey's server answers, that
 * a browser asks before a page from elsewhere reaches one in a local network (W3C, Local Network Access). */
function showHost(line) {
  line.querySelector(".host").textContent = location.host;
  line.hidden = !location.host;
  document.querySelector(".from-elsewhere").hidden = !location.host;
}
