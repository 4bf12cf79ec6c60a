/* What stands around the questionnaire: which one it is, and where else the survey can be seen. */

import { shortForm } from "../digest.js";
import { byId } from "./elements.js";
import { fromLeft, message } from "../messages.js";
import { readLink } from "../place.js";

const GROUPS_AT_FIRST = 9; // "7KF3 9D2K"

/** The questionnaire's short form, and where else this survey can be seen. */
export function showAround(survey) {
  const { base, preview, digest, named, demo, results } = survey;
  byId("demo").hidden = !demo;
  const shown = byId("preview");
  shown.hidden = !preview;
  shown.querySelector("a").href = base.replace(/\/preview$/, "");
  showDigest(byId("questionnaire"), shortForm(digest), named);
  byId("questionnaire").hidden = preview;
  linkTo("instrument", `${base}/instrument.json`, !preview);
  linkTo("results", `${base}/results${location.search}`, results && !preview, "a");
  byId("coins").hidden = preview || !survey.open;
}

/** Two of its groups, all one tap away. */
function showDigest(fold, short, named) {
  fold.querySelector("summary").textContent = message("compare", { short: fromLeft(short.slice(0, GROUPS_AT_FIRST)) });
  const [sentence, two] = fold.querySelectorAll("p");
  sentence.textContent = message(named ? "same_questionnaire" : "compare_questionnaire", { short: fromLeft(short) });
  two.textContent = message("two_groups");
}

function linkTo(id, href, shown, inside = "") {
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
  const { digest, key, address, language } = readLink(location.hash);
  addEventListener("hashchange", () => {
    const other = readLink(location.hash);
    const named = [null, digest].includes(other.digest) && [null, key].includes(other.key);
    if (!named || other.address !== address || other.language !== language) location.reload();
  });
}
