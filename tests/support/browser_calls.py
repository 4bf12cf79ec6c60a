"""What a page calls of the browser, with which arguments and when, and what the client may call.

A call is [time, name, arguments]: browser_calls.js says more.
"""

from pathlib import Path

from playwright.sync_api import Page

Call = tuple[float | None, str, list]

LONG_MS = 2_000  # more than any wait on the way to a receipt

_RECORDER = Path(__file__).with_suffix(".js").read_text("utf-8")


def record_calls(page: Page, long_ms: int = LONG_MS) -> None:
    """Records all calls of the pages that are opened from now on.

    Timers of so many milliseconds, set since Send, never end.
    """
    page.add_init_script(f"({_RECORDER})({long_ms})")


def recorded_calls(page: Page) -> list[Call]:
    """All calls of the page that is shown, of which no more are recorded from now on."""
    return page.evaluate("browserCalls()")


def since_send(calls: list[Call]) -> list[Call]:
    return [call for call in calls if call[0] is not None]


_FETCHED = {
    "credentials": "omit",
    "referrerPolicy": "no-referrer",
    "cache": "no-store",
    "redirect": "manual",
    "signal": "AbortSignal",
}
_POSTED = {**_FETCHED, "method": "POST", "headers": {"Content-Type": "application/json"}}


def _is_fetch(address: str, options: dict) -> bool:
    """Asks the survey's server only, and nothing of it is kept or repeated by the browser."""
    path = address.rpartition("/")[2]
    if path in {"instrument.json", "state"}:
        return options == _FETCHED
    return path == "responses" and options == {**_POSTED, "body": options.get("body")}


# Calls that reach nothing beyond the page, or only what others have opened.
_WITHIN = """
    AbortController.abort DOMTokenList.remove DOMTokenList.toggle Document.getElementById
    Document.querySelector Document.querySelectorAll Document.title= Element.append
    Element.className= Element.id= Element.prepend Element.querySelector
    Element.querySelectorAll Element.remove Element.removeAttribute Element.replaceChildren
    Element.setAttribute Event.preventDefault HTMLAnchorElement.href=
    HTMLAnchorElement.hreflang= HTMLButtonElement.disabled= HTMLButtonElement.type=
    HTMLElement.dir= HTMLElement.focus HTMLElement.hidden= HTMLElement.lang=
    HTMLElement.onclick= HTMLElement.onerror= HTMLElement.onload= HTMLElement.tabIndex=
    HTMLInputElement.autocomplete= HTMLInputElement.checked= HTMLInputElement.type=
    HTMLInputElement.value= HTMLScriptElement.crossOrigin= HTMLScriptElement.integrity=
    HTMLScriptElement.src= Headers.get IDBCursor.continue IDBDatabase.close
    IDBFactory.databases IDBObjectStore.add IDBObjectStore.get IDBObjectStore.openCursor
    IDBObjectStore.put IDBOpenDBRequest.onupgradeneeded= IDBRequest.onerror=
    IDBRequest.onsuccess= IDBTransaction.objectStore IDBTransaction.onabort=
    IDBTransaction.oncomplete= MutationObserver.observe Node.textContent=
    Response.arrayBuffer Response.json Storage.getItem Storage.removeItem
    TextDecoder.decode TextEncoder.encode URLSearchParams.get URLSearchParams.has
    URLSearchParams.set URLSearchParams.toString clearTimeout
    new:AbortController new:Date new:MutationObserver new:TextDecoder new:TextEncoder new:URL
    new:URLSearchParams
"""

# What the client calls of the browser from the link to the receipt, and with which arguments if
# these reach beyond the page.
KNOWN = {
    "AbortSignal.timeout": lambda ms: ms == "15000",
    "Document.createElement": lambda tag: tag not in {"iframe", "object", "embed", "link", "img"},
    "EventTarget.addEventListener": lambda *_: True,
    "History.replaceState": lambda state, title, *address: not address,
    "IDBDatabase.createObjectStore": lambda name: name == "kept",
    # On the disk before it is sent: a browser that is killed next draws nothing again.
    "IDBDatabase.transaction": lambda name, mode, options: (
        name == "kept" and options == {"durability": "strict"}
    ),
    "IDBFactory.deleteDatabase": lambda name: name.startswith("deniable:"),
    "IDBFactory.open": lambda name: name.startswith("deniable:"),
    "Storage.setItem": lambda key, _: key.startswith("deniable:"),
    "fetch": _is_fetch,
    # That the storage does not answer, a script is late or Send does not appear; a card's turn.
    "setTimeout": lambda _, ms, *more: ms in {"10000", "15000", "2000", "8000"},
    **dict.fromkeys(_WITHIN.split(), lambda *_: True),
}


def unknown_calls(calls: list[Call]) -> list[Call]:
    """Those that are not known, or with arguments that are not."""
    return [call for call in calls if call[1] not in KNOWN or not KNOWN[call[1]](*call[2])]
