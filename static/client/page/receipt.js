/* From sending to the receipt: blank cards, then what was sent, or why it was not taken. */

import { fingerprint } from "../acknowledgement.js";
import { concluded, perhaps } from "./concluded.js";
import { buttonFor, make } from "./elements.js";
import { forgetting } from "./forgetting.js";
import { reportCards } from "./report_cards.js";
import { savingReceipt } from "./saving.js";
import { askUnderstanding } from "./understanding.js";
import { isStrong } from "../gamma.js";
import { fromLeft, message, timeInWords } from "../messages.js";

/** The receipt of this survey in `section`, hidden still. */
export function openReceipt(section, survey) {
  const { wavesOf: waves, preview } = survey;
  const eachSaysSo = survey.questions.length === 1 || survey.questions.some(isStrong);
  let cards = null; // blank ones

  return {
    /** Shows blank cards in the place of the questionnaire. */
    sending() {
      cards = blank();
      fill("sending", cards.list);
      section.setAttribute("aria-busy", "true");
    },

    /** It could not be sent yet: `forget` gives that up. */
    waiting(forget) {
      if (section.querySelector(".forget")) return;
      section.append(forgetting(section, {
        remembered: "perhaps_seen", forgotten: "forgotten_waiting", forget,
      }));
    },

    /** Turns the cards to the reports of `body`, if it has any still, and says what they mean, and what `signed` it. */
    sent(body, signed, forget) {
      const response = JSON.parse(body);
      const { response_id: responseId } = response;
      const reports = response.reports?.filter((report) => report !== null); // of what was asked
      const moving = cards !== null;
      fill(preview ? "preview" : "saved");
      if (preview) section.append(make("p", {}, message("preview_reports")));
      if (reports) showReports(reports, moving);
      cards = null;
      if (!preview) section.append(...resultsTime(survey));
      if (reports && survey.checkUnderstanding) section.append(askUnderstanding(survey, reports));
      if (preview) return;
      section.append(forgetting(section, {
        remembered: waves ? "remembers_waves" : "remembers", forgotten: "forgotten", forget,
      }));
      if (!responseId) return;
      const proof = signed
        ? [signer(survey, signed), savingReceipt(survey, { ...response, ...signed }, forget)] : [];
      section.append(checking(survey, responseId, proof));
    },

    /** The server did not take it: `again`, if given, sends the same once more. Where the survey is `over`,
     * closed or unknown, that seldom helps, and nobody can answer a second time.
     */
    refused(again, forget, over) {
      cards = null;
      fill("sent_not_saved");
      section.append(make("p", {}, message("seen_reports")));
      if (again) section.append(buttonFor(message("try_again"), again, { className: over ? "" : "primary" }));
      section.append(forgetting(section, {
        ...(over ? { forgotten: "forgotten_response" } : { remembered: "second_draw", forgotten: "forgotten_unsaved" }),
        draws: false, forget,
      }));
    },

    hide() {
      section.hidden = true;
    },
  };

  /** A heading, which takes the focus and is read aloud by it, above what is given. */
  function fill(title, ...below) {
    const heading = make("h2", { tabIndex: -1 }, message(title));
    section.className = "card receipt";
    section.removeAttribute("aria-busy");
    section.replaceChildren(heading, ...below);
    section.hidden = false;
    heading.focus();
  }

  function blank() {
    return reportCards(survey, (question, report) => [
      ...(eachSaysSo ? [perhaps(isStrong(question))] : []),
      make("p", { className: "hint" }, concluded(question, report)),
    ]);
  }

  function showReports(reports, moving) {
    const { list, turn } = cards ?? blank();
    section.append(list);
    turn(reports, moving);
    if (!eachSaysSo) section.append(perhaps(false));
    if (reports.length > 1) section.append(make("p", { className: "hint" }, message("each_by_itself")));
  }
}

/** When the results come, if that is known and still to be. */
function resultsTime({ open, results, closes }) {
  const now = new Date();
  const time = new Date((closes ?? 0) * 1000);
  if (!open || !results || time < now) return [];
  const today = time.toDateString() === now.toDateString();
  return [make("p", {}, message(today ? "results_at" : "results_on", { time: timeInWords(time, today) }))];
}

/** Whose signature the receipt has. */
function signer({ key }, signed) {
  const own = fingerprint(signed.key);
  return make("p", {}, message(own === key ? "signed_as_linked" : "signed_with", { key: fromLeft(own) }));
}

/** The response's id, where it is listed once the survey is closed, and what proves it; the id stays in the fragment,
 * which is never sent. */
function checking({ base, open, results }, responseId, proof) {
  const listed = results && !open;
  const id = make("code", { className: "digest", dir: "ltr" }, responseId);
  const [before, after] = message(listed ? "among_all" : "later_among_all", { link: "\n" }).split("\n");
  const reports = message("all_reports");
  const link = listed ? make("a", { href: `${base}/reports${location.search}#${responseId}` }, reports) : reports;
  return make("details", {}, make("summary", {}, message("check_counted")),
    make("p", {}, `${message("response_id")} `, id), make("p", {}, before, link, after), ...proof);
}
