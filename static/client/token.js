/* The participation token: from the link's fragment, which is never sent, or typed from a slip. */

/** The token's field, ready to use; `length` is how many letters a token has. */
export function openToken(code, length) {
  const card = document.getElementById("token-card");
  const again = document.getElementById("token-again");
  const input = card.querySelector("textarea");
  const error = card.querySelector(".error");
  const wrong = error.textContent;
  const key = `deniable:${code}:token`;
  let scanned = false;
  readLink();
  // Another slip, scanned into the same tab.
  addEventListener("hashchange", readLink);

  /** Takes the token out of the address, so that the page can be shared without it. */
  function readLink() {
    const linked = new URLSearchParams(location.hash.slice(1)).get("t");
    if (linked) {
      scanned = true;
      remember(linked);
      history.replaceState(null, "", location.pathname + location.search);
    }
    input.value = grouped(linked ?? recall() ?? input.value);
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
    } catch {
      return null;
    }
  }

  return {
    /** The token, or null after saying what is wrong with what is typed. */
    read() {
      const token = input.value.replace(/[\s-]/g, "").toLowerCase();
      const fits = token.length === length;
      error.textContent = token ? wrong : error.dataset.missing;
      error.hidden = fits;
      input.setAttribute("aria-invalid", String(!fits));
      return fits ? token : null;
    },

    /** Whether the page was opened by a slip's link. */
    get scanned() {
      return scanned;
    },

    focus() {
      input.focus();
    },

    /** Asks for another token by itself; calls `onToken` with it. */
    askAgain(onToken) {
      again.prepend(card);
      again.hidden = false;
      again.onsubmit = (event) => {
        event.preventDefault();
        const token = this.read();
        if (!token) {
          input.focus();
          return;
        }
        again.hidden = true;
        onToken(token);
      };
    },

    /** Forgets the token in this tab. */
    forget() {
      try {
        sessionStorage.removeItem(key);
      } catch {}
    },
  };
}

/** In groups of five, as it is printed. */
function grouped(token) {
  return token.replace(/[\s-]/g, "").replace(/.{5}(?=.)/g, "$&-");
}
