/* What stands around the questionnaire: which one it is, and where else the survey can be seen. */

import { shortForm } from "../digest.js";
import { fromLeft, message } from "../messages.js";
import { readLink } from "../place.js";

/** The questionnaire's short form, and where else this survey can be seen. */
export function showAround(survey) {
  const { base, preview, digest, named, demo, results } = survey;
  byId("demo").hidden = !demo;
  const shown = byId("preview");
  shown.hidden = !preview;
  shown.querySelector("a").href = base.replace(/\/preview$/, "");
  const line = byId("questionnaire");
  line.textContent = message(named ? "same_questionnaire" : "compare_questionnaire", { short: fromLeft(shortForm(digest)) });
  line.hidden = preview;
  link("instrument", `${base}/instrument.json`, !preview);
  link("results", `${base}/results${location.search}`, results && !preview, "a");
  byId("coins").hidden = preview || !survey.open;
}

function link(id, href, shown, inside = "") {
  const element = byId(id);
  (inside ? element.querySelector(inside) : element).href = href;
  element.hidden = !shown;
}

/** Neither the skip link nor a link to another questionnaire, survey or language leaves this one on the page
 * under its address. */
export function keepFragment() {
  document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    byId("main").focus();
  });
  const { digest, address, language } = readLink(location.hash);
  addEventListener("hashchange", () => {
    const other = readLink(location.hash);
    const same = [null, digest].includes(other.digest) && other.address === address && other.language === language;
    if (!same) location.reload();
  });
}

function byId(id) {
  return document.getElementById(id);
}
