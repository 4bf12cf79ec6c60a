/* The participation token once more, by itself, after the server has refused one. */

import { byId } from "./elements.js";

/** Asks for another token; calls `onToken` with it. The one that was refused cannot be sent again. */
export function askForAnother(token, onToken) {
  const again = byId("token-again");
  const input = byId("token");
  const send = again.querySelector("button");
  const refused = input.value;
  again.prepend(byId("token-card"));
  again.hidden = false;
  send.hidden = true;
  input.oninput = () => {
    send.hidden = input.value === refused;
  };
  again.onsubmit = (event) => {
    event.preventDefault();
    const typed = token.read();
    if (!typed) {
      token.focus();
      return;
    }
    again.hidden = true;
    onToken(typed);
  };
}
