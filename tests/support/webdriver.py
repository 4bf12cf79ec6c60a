"""A browser driven by W3C WebDriver's commands, over HTTP or in Firefox's own protocol."""

import itertools
import json
import time
from collections.abc import Callable
from http.client import HTTPConnection
from typing import IO, Any

PATIENCE = 60  # seconds: no test fails for being slow

# Firefox's names of the commands, and their methods and addresses in the standard.
COMMANDS = {
    "Status": ("GET", "/status"),
    "NewSession": ("POST", "/session"),
    "DeleteSession": ("DELETE", "/session/{session}"),
    "Navigate": ("POST", "/session/{session}/url"),
    "GetCurrentURL": ("GET", "/session/{session}/url"),
    "Refresh": ("POST", "/session/{session}/refresh"),
    "NewWindow": ("POST", "/session/{session}/window/new"),
    "SwitchToWindow": ("POST", "/session/{session}/window"),
    "CloseWindow": ("DELETE", "/session/{session}/window"),
    "GetWindowHandles": ("GET", "/session/{session}/window/handles"),
    "FindElement": ("POST", "/session/{session}/element"),
    "ElementClick": ("POST", "/session/{session}/element/{id}/click"),
    "ElementClear": ("POST", "/session/{session}/element/{id}/clear"),
    "ElementSendKeys": ("POST", "/session/{session}/element/{id}/value"),
    "ExecuteAsyncScript": ("POST", "/session/{session}/execute/async"),
}

CENTRE = "(selector) => document.querySelector(selector).scrollIntoView({ block: 'center' })"

# The script is one function, and may be asynchronous.
CALL = """const [done, ...rest] = [...arguments].reverse();
(async () => (%s)(...rest.reverse()))().then(
    (value) => done({ value }), (error) => done({ error: String(error) }));"""

Send = Callable[..., Any]


class Failed(Exception):
    """A command or a script failed; the message is the browser's."""


def over_http(port: int) -> Send:
    """A function that sends commands to a driver at this port."""
    session = ""

    def send(name: str, **parameters) -> Any:
        nonlocal session
        method, path = COMMANDS[name]
        path = path.format(session=session, **parameters)
        connection = HTTPConnection("127.0.0.1", port, timeout=PATIENCE)
        connection.request(method, path, json.dumps(parameters) if method == "POST" else None)
        value = json.load(connection.getresponse())["value"]
        connection.close()
        if isinstance(value, dict) and "error" in value and "message" in value:
            raise Failed(f"{value['error']}: {value['message']}")
        if name == "NewSession":
            session = value["sessionId"]
        return value

    return send


def over_marionette(stream: IO[bytes]) -> Send:
    """A function that sends commands to the Firefox at the other end."""
    numbers = itertools.count()

    def receive() -> Any:
        length = b"".join(iter(lambda: stream.read(1), b":"))
        return json.loads(stream.read(int(length)))

    def send(name: str, **parameters) -> Any:
        message = json.dumps([0, next(numbers), f"WebDriver:{name}", parameters]).encode()
        stream.write(b"%d:%s" % (len(message), message))
        stream.flush()
        _, _, error, value = receive()
        if error:
            raise Failed(f"{error['error']}: {error['message']}")
        return value["value"] if isinstance(value, dict) and [*value] == ["value"] else value

    receive()  # the greeting
    return send


class Driver:
    """The actions of a person in a browser, and reading from its page."""

    def __init__(self, name: str, send: Send):
        self.name = name
        self.send = send

    def goto(self, url: str) -> None:
        self.send("Navigate", url=url)

    @property
    def url(self) -> str:
        return self.send("GetCurrentURL")

    def reload(self) -> None:
        self.send("Refresh")

    def evaluate(self, function: str, *arguments) -> Any:
        """Runs a function of JavaScript; returns its value, or the value of its promise."""
        said = self.send("ExecuteAsyncScript", script=CALL % function, args=list(arguments))
        if said is None:
            raise Failed("the page was left")
        if "error" in said:
            raise Failed(said["error"])
        return said.get("value")

    def click(self, selector: str) -> None:
        """Clicks like a hand, which first scrolls away from bars at the screen's edge."""
        self.evaluate(CENTRE, selector)
        self.send("ElementClick", id=self.element(selector))

    def type(self, selector: str, text: str) -> None:
        """Replaces the field's text by this text."""
        element = self.element(selector)
        self.send("ElementClear", id=element)
        self.send("ElementSendKeys", id=element, text=text)

    def element(self, selector: str) -> str:
        (element,) = self.send("FindElement", using="css selector", value=selector).values()
        return element

    def tabs(self) -> list[str]:
        return self.send("GetWindowHandles")

    def open_tab(self) -> str:
        """Opens a tab and goes on in it."""
        tab = self.send("NewWindow", type="tab")["handle"]
        self.switch(tab)
        return tab

    def close_tab(self, tab: str) -> None:
        """Closes this tab and goes on in another."""
        self.switch(tab)
        self.send("CloseWindow")
        self.switch(self.tabs()[0])

    def switch(self, tab: str) -> None:
        self.send("SwitchToWindow", handle=tab)

    def clear(self) -> None:
        """Leaves one tab with an empty page."""
        for tab in self.tabs()[1:]:
            self.close_tab(tab)
        self.goto("about:blank")

    def text(self) -> str:
        """The text that the page shows, with single spaces."""
        return " ".join(self.evaluate("() => document.body.innerText").split())

    def wait_for(self, *words: str, seconds: float = PATIENCE) -> str:
        """Waits until the page shows any of these words; returns the first that it shows."""

        def shown() -> str | None:
            text = self.text()
            return next((each for each in words if each in text), None)

        return self.wait_until(shown, seconds)

    def wait_until(self, met: Callable[[], Any], seconds: float = PATIENCE) -> Any:
        """Waits until `met` returns a true value, and returns it; the page may change meanwhile."""
        end = time.monotonic() + seconds
        while True:
            try:
                if found := met():
                    return found
                fault = None
            except Failed as error:
                fault = error
            if time.monotonic() > end:
                raise Failed(f"waited in vain at {self.url}: {fault or self.text()}")
            time.sleep(0.02)
