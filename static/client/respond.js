/* The respondent's page: answers stay in it, reports leave it.
 *
 * The answers exist only in fields without names. On sending, every one is
 * randomized, the reports are remembered in this browser, the fields are
 * cleared, and only then is anything sent.
 */

import { systemWord } from "./mechanism.js";
import { randomizeAnswer } from "./answers.js";
import { KINDS } from "./kinds.js";
import { openMemory } from "./remembered.js";
import { deliver } from "./delivery.js";
import { epsilonInWords, message, translation, whole } from "./messages.js";
import { forgetSurvey, idOfWaves, readLedger, recordSurvey, total } from "./ledger.js";
import { showReceipt, showRefused } from "./receipt.js";
import { openToken } from "./token.js";
import { buildTrial } from "./trial.js";

const survey = JSON.parse(document.getElementById("survey").textContent);
const form = document.getElementById("answers");
const state = document.getElementById("delivery");
const receipt = document.getElementById("receipt");
// Beside the tables of waves its reports would tell the answers; a token is nobody else's business.
const apart = Boolean(survey.waves_of || survey.token_length);
const memory = survey.preview ? null : openMemory(survey.code, survey.instrument, apart);
// Of the code too: a copy of a survey has the same digest, and is drawn for and paid for anew.
// Waves are paid for once, and so have one line in the ledger.
const ledgerId = survey.waves_of ? idOfWaves(survey.waves_of) : `${survey.code}:${survey.instrument}`;
const ledgerTitle = survey.waves_of || survey.title;
const token = form && survey.token_length ? openToken(survey.code, survey.token_length) : null;
let tables = null; // the module of waves' tables
let drawn = false; // whether the reports of this page's life are decided

addEventListener("pageshow", forgetToo);
addEventListener("storage", forgetToo);

if (form && !globalThis.crypto?.getRandomValues) {
  explainCoinWay(message("no_random_numbers"));
} else if (form && !memory && !survey.preview) {
  explainCoinWay(message("no_storage"));
} else if (survey.waves_of) {
  // Without it, as without every other script, only real coins are left.
  import("./wave_tables.js").then((module) => {
    tables = module;
    begin();
  });
} else {
  begin();
}

function begin() {
  const kept = memory?.read();
  if (kept) resume(kept);
  else if (form) start();
}

/** Prepares the questionnaire and shows it, empty, once the page is complete. */
function start() {
  buildTrial(document.getElementById("trial"), survey.trial_odds);
  fieldsets().forEach((fieldset) => kindOf(fieldset).prepare(fieldset));
  form.addEventListener("submit", submit);
  for (const fieldset of fieldsets()) fieldset.addEventListener("change", () => showMissing(fieldset, false));
  // Whatever the browser restores, from its back/forward cache or from a form's
  // history, it has restored before pageshow: nothing shown was there before.
  addEventListener("pagehide", clearAnswers);
  addEventListener("pageshow", showEmpty);
  if (document.readyState === "complete") showEmpty(); // the first pageshow is over
  // Another tab has drawn: this one sends the same, and must not draw again.
  addEventListener("storage", (event) => event.key === memory?.key && showEmpty());
}

function showEmpty() {
  if (drawn) return;
  clearAnswers();
  const kept = memory?.read();
  if (kept) {
    resume(kept);
    return;
  }
  if (memory) showSpent();
  document.getElementById("coin-way").hidden = true;
  form.querySelector("button:not([type=button])").disabled = false;
  form.hidden = false;
}

/** What earlier surveys have cost, if any was answered in this browser. */
function showSpent() {
  const spent = total(readLedger());
  const line = document.getElementById("spent");
  line.firstElementChild.textContent = message(survey.waves_of ? "spent_in_waves" : "spent", {
    sum: epsilonInWords(spent),
    epsilon: epsilonInWords(survey.epsilon),
  });
  line.hidden = spent === 0;
}

async function submit(event) {
  event.preventDefault();
  if (drawn) return;
  // Read once, here and now: whoever leaves the page meanwhile finds its fields cleared.
  const answers = fieldsets().map((fieldset) => kindOf(fieldset).answer(fieldset));
  const missing = fieldsets().filter((_, index) => answers[index] === null);
  fieldsets().forEach((fieldset) => showMissing(fieldset, missing.includes(fieldset)));
  if (missing.length) {
    missing[0].querySelector("input").focus();
    return;
  }
  const slip = token?.read();
  if (slip === null) {
    token.focus();
    return;
  }
  drawn = true;
  clearAnswers();
  form.hidden = true;
  if (survey.preview) {
    const body = drawResponse(answers, randomizeOnce);
    showReceipt(receipt, survey, body, { preview: true });
    return;
  }
  try {
    const { randomize, epsilon } = tables
      ? await tables.openTables(survey)
      : { randomize: randomizeOnce, epsilon: survey.epsilon };
    const kept = await memory.drawOnce(
      () => drawResponse(answers, randomize, slip),
      () => recordSurvey(ledgerId, { title: ledgerTitle, epsilon }),
    );
    resume(kept);
  } catch {
    say(message("storage_full"));
  }
}

function randomizeOnce(question, answer) {
  return randomizeAnswer(question, answer, systemWord);
}

/** The response's bytes: each answer randomized by this device. */
function drawResponse(answers, randomize, slip) {
  const reports = answers.flatMap((answer, index) => randomize(survey.questions[index], answer));
  // What is undefined, as a token where none is asked for, JSON leaves out.
  return JSON.stringify({
    instrument: survey.instrument, response_id: drawResponseId(), reports, token: slip,
  });
}

function drawResponseId() {
  const words = [systemWord(), systemWord(), systemWord(), systemWord()];
  return words.map((word) => word.toString(16).padStart(8, "0")).join("");
}

/** Goes on with a response drawn here before: sends it unless it is stored, then shows it. */
async function resume(kept) {
  drawn = true;
  token?.forget(); // a response that waits has it
  hideQuestionnaire();
  // What an earlier release kept of a wave goes, too.
  if (kept.acknowledged && survey.waves_of) await memory.acknowledge(true).catch(() => {});
  let body;
  try {
    body = await memory.body();
  } catch {
    say(message("storage_unreadable"));
    return;
  }
  if (!body) {
    await memory.forget(); // of a response without its reports nothing can be sent
    location.reload();
    return;
  }
  // Another tab may have heard meanwhile that it is stored.
  const acknowledged = kept.acknowledged || !("reports" in JSON.parse(body));
  if (!acknowledged) {
    // The slips were withdrawn since.
    if (!survey.token_length && JSON.parse(body).token) body = await memory.replaceToken();
    receipt.hidden = true;
    say(message("sending"));
    state.focus();
    const refusal = await deliver(`/s/${survey.code}/responses`, body, sayWaiting);
    if (refusal) {
      sayRefused(refusal);
      let onAgain = () => resume(kept); // the same reports, whatever was refused
      if (refusal.field === "token") {
        token?.askAgain(sendWithToken);
        onAgain = token ? null : () => location.reload(); // loaded before the slips, the page has no field
      }
      showRefused(receipt, survey, body, { onAgain, onForget: forget });
      return;
    }
    await memory.acknowledge(Boolean(survey.waves_of)).catch(() => {}); // what was sent is stored, whatever is kept here
  }
  const second = acknowledged && token?.scanned;
  say(second ? message("slip_not_used") : "");
  showReceipt(receipt, survey, body, { onForget: forget });
}

/** Sends the same reports with another token. */
async function sendWithToken(typed) {
  await memory.replaceToken(typed);
  resume(memory.read());
}

/** Clears this browser's memory of the survey; whether its ε stays in the ledger's sum. */
async function forget() {
  say("");
  hideQuestionnaire();
  const inTheSum = forgetSurvey(ledgerId);
  await memory.forget();
  await tables?.forgetTables(survey.waves_of);
  return inTheSum;
}

/** Takes off the screen what was forgotten in another tab, or since this page was left. */
function forgetToo() {
  if (receipt.querySelector(".forget") && !memory.read()) location.reload();
}

function hideQuestionnaire() {
  const others = ["coin-way", "closed", "coins", "token-again"].map((id) => document.getElementById(id));
  for (const part of [form, ...others]) {
    if (part) part.hidden = true;
  }
}

function sayWaiting(reason) {
  say(message(reason));
}

/** The server speaks English; what this page has no words for stays so, and is marked. */
function sayRefused({ detail, status, wait }) {
  const minutes = Math.ceil(wait / 60);
  const words =
    detail === null
      ? message("refused")
      : status === 429
        ? message("throttled", { minutes: whole(minutes) }, minutes)
        : translation(detail);
  say(`${message("not_saved")} `);
  const sentence = Object.assign(document.createElement("span"), { textContent: words ?? detail });
  if (words === null) Object.assign(sentence, { lang: "en", dir: "ltr" });
  state.append(sentence);
}

function say(sentence) {
  state.textContent = sentence;
}

function explainCoinWay(reason) {
  document.querySelector("#coin-way span").textContent = `${reason} ${message("coin_way")}`;
}

function fieldsets() {
  return [...form.querySelectorAll("fieldset")];
}

function kindOf(fieldset) {
  return KINDS[fieldset.dataset.kind];
}

function clearAnswers() {
  if (form) fieldsets().forEach((fieldset) => kindOf(fieldset).clear(fieldset));
}

function showMissing(fieldset, missing) {
  const error = fieldset.querySelector(".error");
  error.hidden = !missing;
  for (const [name, value] of [["aria-invalid", "true"], ["aria-describedby", error.id]]) {
    if (missing) fieldset.setAttribute(name, value);
    else fieldset.removeAttribute(name);
  }
}
