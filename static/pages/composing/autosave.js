/* Saves a draft by itself some seconds after a change. An invalid draft stays in this browser, and is offered again. */

import {} from "../unsaved/settled.js";
import { say } from "../sentences.js";
import { clock, offerUnsaved } from "../unsaved/notice.js";
import { forget, keep, keepSent, kept, keyOf } from "../unsaved/drafts.js";

const PAUSE_MS = 2000;
const SAVED = 200;
const CHANGED = 409;
const SIGNED_OUT = [400, 403]; // or signed in again, which the form does not know
const INVALID = -1; // taken, and not complete yet
const FAILED = 500; // and above: stored or not, nobody knows

/** Keeps the form's draft saved, and shows the state of saving in `status`. */
export function keepDraft(form, status) {
  let key = keyOf(form.dataset.owner, addressOf(form).pathname);
  let version = 0; // counts the changes
  let saved = 0; // the version that the server has
  let safe = true; // whether this browser has what the server has not
  let sending = null;
  let unanswered = null; // a version that may be stored, though no reply came: the same is sent again first
  let leaving = false;
  let timer;

  offer();
  if ("unsaved" in form.dataset) changed(); // a draft that the server sent back: a press or the next change saves it
  form.addEventListener("input", () => {
    changed();
    clearTimeout(timer);
    if (!("changed" in form.dataset)) timer = setTimeout(save, PAUSE_MS);
  });
  form.addEventListener("submit", submitted);
  addEventListener("pageshow", () => (leaving = false));
  addEventListener("online", () => version > saved && !("changed" in form.dataset) && save());
  // Signed out in another tab: then this browser stores nothing; the fields stay as they are.
  addEventListener("storage", (event) => {
    if (event.key === key && event.newValue === null && version > saved) safe = false;
  });
  addEventListener("beforeunload", (event) => {
    if (version > saved && !safe && !leaving) event.preventDefault();
  });

  function changed() {
    version += 1;
    safe = keep(key, fieldsOf(form));
  }

  /** One save at a time: the next one waits, and then sends the fields as they are. */
  function save() {
    clearTimeout(timer);
    return (sending = (sending ?? Promise.resolve()).then(sendOnce));
  }

  async function sendOnce() {
    if (version === saved) return;
    let code = unanswered ? await post(unanswered) : SAVED;
    if (code === SAVED && version > saved) code = await post(now());
    if (code === SAVED) status.textContent = say("Saved {time}", { time: clock() });
    else if (code === CHANGED) stop();
    else if (SIGNED_OUT.includes(code)) status.textContent = say("Not on the server: you may be signed out. Press Save");
    else if (!safe) status.textContent = say("Not saved yet");
    else {
      const missing = code === INVALID ? "Kept in this browser {time}; not complete yet" : "Kept in this browser {time}; not on the server yet";
      status.textContent = say(missing, { time: clock() });
    }
  }

  /** The draft as typed so far. */
  function now() {
    const body = new FormData(form);
    body.set("autosave", "");
    return { body, version };
  }

  /** Sends one version of the draft; the status of the reply is 0 if none came. */
  async function post(draft) {
    unanswered = null;
    try {
      const response = await fetch(addressOf(form), { method: "POST", body: draft.body, redirect: "manual" });
      if (response.status >= FAILED) unanswered = draft;
      if (response.status !== SAVED) return response.status;
      const reply = await response.json();
      if (!reply.saved) return INVALID;
      take(reply, draft.version);
      return SAVED;
    } catch {
      unanswered = draft;
      return 0;
    }
  }

  function take({ address, draft, phrases }, mine) {
    forget(key);
    form.elements.draft.value = draft;
    form.elements.phrases.value = phrases;
    if (addressOf(form).pathname !== address) {
      form.setAttribute("action", address);
      history.replaceState(null, "", address);
      key = keyOf(form.dataset.owner, address);
    }
    saved = mine;
    if (version > saved) safe = keep(key, fieldsOf(form)); // typed while it was sent
  }

  function stop() {
    form.dataset.changed = "";
    status.setAttribute("role", "alert");
    status.textContent = say("Not saved: this draft was changed in another window. Press Save to compare.");
  }

  /** Saves first, so that nothing stays behind as unsaved, then lets the form be sent. */
  async function submitted(event) {
    if (leaving) return;
    const rearranges = !["", "save", "rehearse", "publish"].includes(event.submitter?.name ?? "");
    if (rearranges || version === saved) {
      leaving = true;
      return;
    }
    event.preventDefault();
    await save();
    leaving = true;
    if (version > saved) keepSent(key, fieldsOf(form));
    form.requestSubmit(event.submitter);
  }

  function offer() {
    const earlier = kept(key);
    if (!earlier || "unsaved" in form.dataset) return;
    if (saysTheSame(earlier.fields)) forget(key); // it was saved after all
    else offerUnsaved(form, earlier.at, () => sendBack(earlier.fields), () => version === saved && forget(key));
  }

  function saysTheSame(fields) {
    const typed = (all) => JSON.stringify(all.filter(([name]) => !["draft", "phrases", "code"].includes(name)));
    return typed(fields) === typed(fieldsOf(form));
  }

  /** Lets the server show the fields, as it shows what it does not save. */
  function sendBack(fields) {
    leaving = true;
    const again = document.createElement("form");
    again.method = "post";
    again.action = addressOf(form);
    for (const [name, value] of [...fields, ["csrf_token", form.elements.csrf_token.value], ["again", ""]]) {
      const field = document.createElement("textarea"); // keeps line breaks
      field.name = name;
      field.value = value;
      again.append(field);
    }
    again.hidden = true;
    document.body.append(again);
    again.submit();
  }
}

const addressOf = (form) => new URL(form.getAttribute("action"), location.href);

const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => name !== "csrf_token");
