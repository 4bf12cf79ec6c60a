/* The respondent's page: answers stay in it, reports leave it.
 *
 * All that it shows and draws comes from the questionnaire's own bytes, whose digest it has
 * computed; beside them the server says only whether the survey is open, whether a token is
 * needed and whether results are public. The answers exist only in fields without names. On
 * sending, every one is randomized, the reports are remembered in this browser, the fields are
 * cleared, and only then is anything sent.
 */

import { systemWord } from "./mechanism.js";
import { randomizeAnswer } from "./answers.js";
import { deliver } from "./delivery.js";
import { Refused } from "./instrument.js";
import { forgetSurvey, idOfWaves, readLedger, recordSurvey, total } from "./memory/ledger.js";
import { epsilonInWords, message, refusal, whole } from "./messages.js";
import { openSurvey } from "./opening.js";
import { readLink } from "./place.js";
import { keepFragment, showAround } from "./page/around.js";
import { buildQuestions, fieldsetsIn, kindOf, showMissing, showTitle } from "./page/questionnaire.js";
import { showReceipt, showRefused } from "./page/receipt.js";
import { openMemory } from "./memory/remembered.js";
import { openToken } from "./page/token.js";
import { buildTrial } from "./page/trial.js";
import { forgetTables, openTables } from "./memory/wave_tables.js";

let place = null;
let [form, state, receipt, coinWay] = [];
let survey = null;
let memory = null;
let ledgerId = null;
let token = null;
let drawn = false; // whether the reports of this page's life are decided

/** Opens the survey at this place, see place.js, on the page.
 *
 * `given`, a promise of {bytes, state}, is the questionnaire from elsewhere; `whileWaiting` is called
 * whenever the server does not answer, and `handOver` with the response that could not be
 * sent yet and whether it is of waves, then with null.
 */
export async function respond(where) {
  place = where;
  [form, state, receipt, coinWay] = ["answers", "delivery", "receipt", "coin-way"].map(byId);
  try {
    await open();
  } catch (error) {
    if (error instanceof Refused) {
      refuse(error.message);
      return;
    }
    coinWay.hidden = false;
    throw error; // a fault of this page is said in the console
  }
}

async function open() {
  coinWay.hidden = true;
  coinWay.classList.remove("late");
  keepFragment();
  if (!globalThis.crypto?.getRandomValues) {
    explainCoinWay(message("no_random_numbers"));
    return;
  }
  const link = readLink(location.hash);
  survey = await openSurvey(place, link, sayWaiting);
  if (survey) show();
}

/** Shows the survey: what was drawn here before, or else the questionnaire. */
function show() {
  say("");
  byId("loading").remove();
  showTitle(survey, survey.language);
  showAround(survey);
  const { id, digest, wavesOf, preview } = survey;
  // Of the survey's id too: a copy of a survey has the same digest, and is drawn for and paid for anew.
  // Waves are paid for once, and so have one line in the ledger.
  ledgerId = wavesOf ? idOfWaves(wavesOf) : `${id}:${digest}`;
  // Beside the tables of waves its reports would tell the answers; a token is nobody else's business.
  memory = preview ? null : openMemory(id, digest, Boolean(wavesOf || survey.token));
  if (survey.open && survey.token) token = openToken(id);
  else byId("token-card").remove();
  if (survey.open && !memory && !preview) {
    explainCoinWay(message("no_storage"));
    return;
  }
  addEventListener("pageshow", forgetToo);
  addEventListener("storage", forgetToo);
  const kept = memory?.read();
  if (kept) resume(kept);
  else if (survey.open) start();
  else byId("closed").hidden = false;
}

/** Says why nothing can be answered here; real coins would not help against a false questionnaire. */
function refuse(name) {
  byId("loading").remove();
  byId("coins").hidden = true;
  state.className = "error";
  state.setAttribute("role", "alert");
  say(message(name));
  state.focus();
}

/** Prepares the questionnaire and shows it, empty, once the page is complete. */
function start() {
  buildQuestions(form, survey, survey.language);
  buildTrial(byId("trial"), survey.questions);
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
  form.querySelector("button:not([type=button])").disabled = false;
  form.hidden = false;
}

/** What earlier surveys have cost, if any was answered in this browser. */
function showSpent() {
  const spent = total(readLedger());
  const line = byId("spent");
  line.firstElementChild.textContent = message(survey.wavesOf ? "spent_in_waves" : "spent", {
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
    const { randomize, epsilon } = survey.wavesOf
      ? await openTables(survey)
      : { randomize: randomizeOnce, epsilon: survey.epsilon };
    const kept = await memory.drawOnce(
      () => drawResponse(answers, randomize, slip),
      () => recordSurvey(ledgerId, { title: survey.wavesOf || survey.title, epsilon }),
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
    instrument: survey.digest, response_id: drawResponseId(), reports, token: slip,
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
  if (kept.acknowledged && survey.wavesOf) await memory.acknowledge(true).catch(() => {});
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
    receipt.hidden = true;
    say(message("sending"));
    state.focus();
    const refused = await deliver(`${place.base}/responses`, body, (reason) => {
      sayWaiting(reason);
      place.handOver?.(body, Boolean(survey.wavesOf));
    });
    place.handOver?.(null);
    if (refused?.field === "token" && !survey.token && JSON.parse(body).token) {
      await memory.replaceToken(); // the slips were withdrawn since
      await resume(memory.read());
      return;
    }
    if (refused) {
      sayRefused(refused);
      let onAgain = () => resume(kept); // the same reports, whatever was refused
      if (refused.field === "token") {
        token?.askAgain(sendWithToken);
        onAgain = token ? null : () => location.reload(); // loaded before the slips, the page has no field
      }
      showRefused(receipt, survey, body, { onAgain, onForget: forget });
      return;
    }
    await memory.acknowledge(Boolean(survey.wavesOf)).catch(() => {}); // what was sent is stored, whatever is kept here
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
  if (survey.wavesOf) await forgetTables(survey.wavesOf);
  return inTheSum;
}

/** Takes off the screen what was forgotten in another tab, or since this page was left. */
function forgetToo() {
  if (receipt.querySelector(".forget") && !memory.read()) location.reload();
}

function hideQuestionnaire() {
  for (const part of [form, ...["closed", "coins", "token-again"].map(byId)]) part.hidden = true;
}

function sayWaiting(reason) {
  const loading = byId("loading");
  if (loading) loading.hidden = true; // it takes the place in which this is read
  say(message(reason));
  place.whileWaiting?.();
}

function sayRefused({ detail, status, wait }) {
  // Within an hour: a number of the server's choice would be a text of its own.
  const minutes = Math.ceil(Math.min(Math.max(wait, 1), 3600) / 60);
  const words =
    status === 429 ? message("throttled", { minutes: whole(minutes) }, minutes) : refusal(detail, status);
  say(`${message("not_saved")} ${words}`);
}

function say(sentence) {
  state.textContent = sentence;
}

function explainCoinWay(reason) {
  byId("loading")?.remove();
  coinWay.querySelector("span").textContent = `${reason} ${message("coin_way")}`;
  coinWay.hidden = false;
}

function fieldsets() {
  return fieldsetsIn(form);
}

function clearAnswers() {
  fieldsets().forEach((fieldset) => kindOf(fieldset).clear(fieldset));
}

function byId(id) {
  return document.getElementById(id);
}
