/* Whether a server of surveys may have answered, or something else in its place, as networks do before one signs in. */

export const TRIED_AGAIN = [408, 429]; // too slow, or too many from one network: no word on what was asked
const SIGN_IN_FIRST = 511; // to the network (RFC 6585)

/** Whether this status, undefined for none, is as good as no answer: a server that has too much to do, or a proxy
 * before it. */
export function isSilent(status) {
  return (status === undefined || status >= 500 || TRIED_AGAIN.includes(status)) && status !== SIGN_IN_FIRST;
}
