/* Why the server does not take a response, or the token of one: in this page's own words always, so that no text of a
 * server's is shown. */

import { message, texts, whole } from "../messages.js";

const LONGEST_WAIT = 3600; // seconds: a number of the server's choice would be a text of its own

/** The sentence for what the server says of it. */
export function refusedInWords({ detail, status, wait }) {
  if (status === 429) {
    const minutes = Math.ceil(Math.min(Math.max(wait, 1), LONGEST_WAIT) / 60);
    return message("throttled", { minutes: whole(minutes) }, minutes);
  }
  const { sentences, statuses } = texts().refusals;
  const begun = Object.keys(sentences).find((known) => typeof detail === "string" && detail.startsWith(known));
  return sentences[begun] ?? statuses[status] ?? message("refused");
}
