/* The participation token: from the link's fragment, which is never sent, or typed from a slip. */

import { codeLetters } from "../codes.js";
import { byId } from "./elements.js";
import { message } from "../messages.js";
import { dropToken, readLink } from "../place.js";

const LENGTH = 30; // letters, as survey/core/responses/tokens.py has it

/** The token's field for the survey with this id, ready to use. */
export function openToken(id) {
  const card = byId("token-card");
  const input = card.querySelector("textarea");
  const error = card.querySelector(".error");
  const key = `deniable:${id}:token`;
  let scanned = false;
  let drawn = false;
  card.hidden = false;
  takeFromLink();
  // Another slip, scanned into the same tab: once the reports are drawn it is another person's, and a new
  // document tells whether it is used.
  addEventListener("hashchange", () => {
    if (drawn && byId("token-again").hidden && readLink(location.hash).token) location.reload();
    else takeFromLink();
  });

  function takeFromLink() {
    const { token: linked } = readLink(location.hash);
    if (linked) {
      scanned = true;
      remember(linked);
      dropToken();
    }
    input.value = grouped(linked ?? recall() ?? input.value);
    input.dispatchEvent(new Event("input"));
  }

  /** Says what is wrong with it, if anything. */
  function refuse(words) {
    error.textContent = words;
    error.hidden = !words;
    input.setAttribute("aria-invalid", !error.hidden);
  }

  // Until a response is drawn, for a reload; where the browser keeps nothing, it is typed again.
  function remember(token) {
    try {
      sessionStorage.setItem(key, token);
    } catch {}
  }

  function recall() {
    try {
      return sessionStorage.getItem(key);
    } catch {}
  }

  return {
    /** The token, or null after saying what is wrong with what is typed. */
    read() {
      const token = codeLetters(input.value);
      const fits = token.length === LENGTH;
      refuse(fits ? "" : token ? message("wrong_token", { length: LENGTH }) : message("missing_token"));
      return fits ? token : null;
    },

    refuse,

    /** Whether the page was opened by a slip's link. */
    get scanned() {
      return scanned;
    },

    focus() {
      input.focus();
    },

    /** Forgets the token in this tab, since the reports are drawn. */
    forget() {
      drawn = true;
      try {
        sessionStorage.removeItem(key);
      } catch {}
    },
  };
}

/** In groups of five, as it is printed. */
function grouped(token) {
  return codeLetters(token).replace(/.{5}(?=.)/g, "$&-");
}
