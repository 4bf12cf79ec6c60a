/* From sending to the receipt: blank letters, then what was sent, or why it was not taken. */

import { fingerprint } from "../acknowledgement.js";
import { bothCanShow, concluded } from "./concluded.js";
import { buttonFor, byId, make } from "./elements.js";
import { forgetting } from "./forgetting.js";
import { reportCards } from "./report_cards.js";
import { resultsTime } from "./results_time.js";
import { savingReceipt } from "./saving.js";
import { askUnderstanding } from "./understanding.js";
import { isStrong } from "../gamma.js";
import { fromLeft, message, messageAround } from "../messages.js";
import { together } from "../protection/promise.js";

/** The receipt of this survey in `section`, hidden still. */
export function openReceipt(section, survey) {
  const { preview } = survey;
  const eachSaysSo = survey.questions.length === 1 || survey.questions.some(isStrong);
  const only = survey.questions.flatMap(({ items }) => items).length === 1; // report
  let cards = null; // blank ones

  return {
    /** Shows blank cards in the place of the questionnaire. */
    sending() {
      cards = blank();
      fill("sending", introduction(), cards.list); // the room of its words, unseen still
      section.setAttribute("aria-busy", "true");
    },

    /** It could not be sent yet: `forget` gives that up. */
    waiting(forget) {
      const heading = section.querySelector("h2");
      leave(heading);
      heading?.remove(); // the line above says what is true
      section.querySelector(".sent-this").hidden = true;
      keepRoom(false); // so that the first screen says what happens to the reports
      if (section.querySelector(".forget")) return;
      section.append(forgetting(section, {
        remembered: "perhaps_seen", forgotten: "forgotten_waiting", forget,
      }));
    },

    /** Turns the cards to the reports of `body`, and says what they mean, and what `signed` it. */
    sent(body, signed, forget) {
      const response = JSON.parse(body);
      const { response_id: responseId } = response;
      const reports = response.reports.filter((report) => report !== null); // of what was asked
      const moving = cards !== null;
      keepRoom(true);
      fill(preview ? "preview" : "saved", introduction());
      showReports(reports, moving);
      cards = null;
      if (preview) return;
      const ways = make("div", { className: "ways" });
      const proof = signed ? [signer(survey, signed)] : [];
      ways.append(checking(survey, responseId, proof));
      if (signed) ways.append(savingReceipt(survey, { ...response, ...signed }));
      ways.append(forgetting(section, { keeps: ["remembers"], forgotten: "forgotten", forget }));
      section.append(make("div", { className: "after" }, ...resultsTime(survey), ways));
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
      leave(section);
      section.hidden = true;
    },
  };

  /** The line that says how it stands takes the focus of what goes. */
  function leave(part) {
    if (part?.contains(document.activeElement)) byId("delivery").focus();
  }

  /** Whether the blank cards have room below for the words that come with their reports. */
  function keepRoom(kept) {
    for (const words of cards?.list.querySelectorAll(".concluded") ?? []) words.hidden = !kept;
  }

  /** A heading, which takes the focus and is read aloud by it, above what is given. */
  function fill(title, ...below) {
    const heading = make("h2", { tabIndex: -1 }, message(title));
    section.className = "receipt";
    section.removeAttribute("aria-busy");
    section.replaceChildren(heading, ...below);
    section.hidden = false;
    heading.focus();
  }

  /** How far several reports are protected together, that one can go, and what was sent. */
  function introduction() {
    return make("div", { className: "sent-this" },
      only ? "" : together(survey.questions),
      make("p", { className: "hint" }, message(preview ? "preview_reports" : "close_page")),
      preview ? "" : make("p", {}, `${message("sent_this")} ${message("nothing_else")}`));
  }

  function blank() {
    return reportCards(survey, (question, report, told, own) => {
      if (report === null) {
        const first = question === survey.questions[0];
        return first ? [make("p", { className: "both" }, message("face_down"))] : [];
      }
      const worth = message(isStrong(question) ? "strong_report" : only ? "nobody" : "perhaps");
      return [
        told ? bothCanShow(question, report, own, worth) : eachSaysSo ? make("p", {}, worth) : "",
        make("p", { className: "hint" }, concluded(question, report)),
      ];
    });
  }

  function showReports(reports, moving) {
    const { list, turn } = cards ?? blank();
    const asking = survey.checkUnderstanding ? askUnderstanding(survey) : null;
    section.append(list);
    turn(reports, moving, asking?.show);
    if (asking) section.append(asking.element);
    if (!only) section.append(make("p", { className: "hint" }, message("each_by_itself")));
  }
}

/** Whose signature the receipt has. */
function signer({ key }, signed) {
  const own = fingerprint(signed.key);
  return make("p", {}, message(own === key ? "signed_as_linked" : "signed_with", { key: fromLeft(own) }));
}

/** The response's id, where it is listed once the survey is closed, and what proves it; the id stays in the fragment,
 * which is never sent. */
function checking({ base, open, results, closes }, responseId, proof) {
  const listed = results && !open && !closes; // in the last minute there is no list yet
  const id = make("code", { className: "digest", dir: "ltr" }, responseId);
  const [before, after] = messageAround(listed ? "among_all" : "later_among_all", "link");
  const reports = message("all_reports");
  const link = listed ? make("a", { href: `${base}/reports${location.search}#${responseId}` }, reports) : reports;
  return make("details", {}, make("summary", {}, message("check_counted")),
    make("p", {}, `${message("response_id")} `, id), make("p", {}, before, link, after), ...proof);
}
