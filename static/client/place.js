/* Where the survey is, and what the link says. What stands behind "#" is never sent. */

import { codeInAddress, folded } from "./codes.js";
import { readFullForm, readShortForm } from "./digest.js";

const SERVED = /^.*\/(?:s|surveys)\/([^/]+)(\/preview)?$/;
const LINKED = /^(.*\/s\/)([^/]+)\/*$/;
// A name in the fragment, though a chat or a mail has put it in capitals or escaped the "&" before it.
const NAME = /^(?:amp;|\W)*([qkts]|lang)$/i;
// A fingerprint or more, as links write it, or a digest in small letters: what trackers add is shorter, or mixes both.
const LIKE_A_DIGEST = /[\dA-Z]{24}|[\da-z]{48}/;
// What a sentence, a chat or a second copy of the link leaves at either end of a digest or token.
const AROUND = /^[^a-z\d]+|https?:.*|[^a-z\d\s-].*/gis;

/* The single file has its survey's address, and the language that is asked for, in its own fragment. */
const ALONE = "singleFile" in document.documentElement.dataset;

/** Of the address of a page that a server gave: the survey's `code`, whether this is the `preview` of one, `base`,
 * below which instrument, state and responses are, and `id`, by which this browser remembers it. */
export function servedPlace({ pathname }) {
  const [base, code, preview] = SERVED.exec(plain(pathname));
  return { base, code, id: code, preview: Boolean(preview) };
}

/** The same of a survey's address, wherever this client is; null if it is none. */
export function placeAt(address) {
  const url = parsed(address);
  const [, path, typed] = LINKED.exec(url?.pathname ?? "") ?? [];
  const code = codeInAddress(typed ?? "");
  if (!code || url.hash) return null; // a whole link has its digest there
  const base = url.origin + path + code;
  // What was drawn on the server's own page is not drawn again in a file that comes from there.
  return { base, code, id: url.origin === location.origin ? code : base, preview: false };
}

/** What the fragment says: `digest` is the full form of the questionnaire's, null if there is none, and
 * undefined if there is something else in its place; `key` the same of the key's fingerprint; `token` that of a slip;
 * in the single file also `address`, that of the survey, and `language`. */
export function readLink(hash) {
  const said = saidIn(hash);
  const [digest, key, token] = ["q", "k", "t"].map((name) => said.has(name) ? folded(said.get(name)).replace(AROUND, "") : null);
  const lost = [...said].some(([name, value]) => !NAME.test(name) && LIKE_A_DIGEST.test(`${name}=${value}`));
  return {
    digest: lost ? undefined : digest === null ? null : (readFullForm(digest) ?? undefined),
    key: key === null ? null : (readShortForm(key) ?? undefined),
    token,
    address: said.get("s"),
    language: said.get("lang"),
  };
}

/** The fragment's names and values, decoded once more than it needs: what is not known again is not compared.
 * Mirror of survey/core/responses/links.py. */
export function saidIn(hash) {
  const said = new URLSearchParams(hash.slice(1).replace(/%(3d|26)/gi, decodeURIComponent));
  return new URLSearchParams([...said].map(([name, value]) => [NAME.exec(name)?.[1].toLowerCase() ?? name, value]));
}

/** The address, if this is one that begins with http:// or https://; else null. */
export function parsed(text) {
  try {
    const url = new URL(text);
    url.pathname = plain(url.pathname);
    return /^https?:$/.test(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/** A path as servers read it, however it is spelled: else another spelling would draw anew. */
function plain(pathname) {
  return decodeURI(pathname).replace(/^\/+/, "/");
}

/** The language that the address of this page asks for, or null. */
export function askedLanguage() {
  return ALONE ? readLink(location.hash).language : new URLSearchParams(location.search).get("lang");
}

/** Where this page is in another language. */
export function addressIn(tag) {
  const said = ALONE ? saidIn(location.hash) : new URLSearchParams(location.search);
  said.set("lang", tag);
  return ALONE ? `#${said}` : `?${said}${location.hash}`;
}

/** Takes the token out of the address, so that the page can be shared without it; all else stays. */
export function dropToken() {
  const said = saidIn(location.hash);
  said.delete("t");
  const rest = said.toString();
  history.replaceState(null, "", location.pathname + location.search + (rest && `#${rest}`));
}
