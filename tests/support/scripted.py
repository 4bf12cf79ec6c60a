"""The app with a script of the test before the client's, and a network that can break."""

import hashlib
import re
import socket
import time
from base64 import b64encode
from collections.abc import Callable
from typing import NoReturn

from traces import CLIENT, SHELL, WHOLE
from watched import Watched

# The page's complaints, read in a way that works in every engine.
COMPLAINTS = """
globalThis.complaints = [];
for (const name of ["error", "warn"]) {
    console[name] = (...said) => complaints.push(said.join(" "));
}
addEventListener("unhandledrejection", ({ reason }) => complaints.push(String(reason)));
addEventListener("securitypolicyviolation", (event) =>
    complaints.push(`${event.violatedDirective}: ${event.blockedURI}`));
addEventListener("error", ({ message, target }) =>
    complaints.push(message ?? `not loaded: ${target.src ?? target.href}`), true);
"""

OFFLINE = ("",)  # every address ends with ""


class Scripted(Watched):
    """`first` runs in every survey's page before the client; `change` makes another client.

    Connections to addresses that end with a text in `broken` break; the replies to the next
    `lose_next` posts are lost; the questionnaire is `slow` by so many seconds; with `no_scripts`
    no script runs in any page.
    """

    def __init__(self, app):
        super().__init__(app)
        self.first = ""
        self.change: Callable[[str], str] | None = None
        self.broken: tuple[str, ...] = ()
        self.lose_next = 0
        self.slow = 0.0
        self.no_scripts = False

    def __call__(self, environ, start_response):
        path = environ["PATH_INFO"]
        if path.endswith(self.broken):
            _break(environ)
        if self.lose_next and environ["REQUEST_METHOD"] == "POST":
            self.lose_next -= 1
            list(super().__call__(environ, lambda *_: None))
            _break(environ)
        if path.endswith("/instrument.json"):
            time.sleep(self.slow)
        if self.no_scripts:
            start_response = _without_scripts(start_response)
        if path.startswith("/first-"):
            start_response("200 OK", [("Content-Type", "text/javascript")])
            return [self._script().encode()]
        if SHELL.search(path):
            return self._changed(environ, start_response, self._shell)
        if (change := self.change) and CLIENT.search(path):
            return self._changed(environ, start_response, lambda _: change(WHOLE))
        return super().__call__(environ, start_response)

    def _script(self) -> str:
        return COMPLAINTS + self.first

    def _shell(self, shell: str) -> str:
        digest = hashlib.sha256(self._script().encode()).digest()
        source = f'src="/first-{digest.hex()}.js" integrity="sha256-{b64encode(digest).decode()}"'
        if self.change:
            shell = re.sub(r' integrity="[^"]+"', "", shell)
        return shell.replace("<title>", f"<script {source} crossorigin></script>\n<title>", 1)

    def _changed(self, environ, start_response, change: Callable[[str], str]):
        """Lets the app reply completely, and changes the reply."""
        for header in ("HTTP_ACCEPT_ENCODING", "HTTP_IF_NONE_MATCH"):
            environ.pop(header, None)
        said = []
        body = b"".join(super().__call__(environ, lambda *answer: said.extend(answer)))
        status, headers, *_ = said
        changed = change(body.decode()).encode() if status.startswith("200") else body
        dropped = {"content-length", "etag", *(["integrity-policy"] if self.change else [])}
        kept = [each for each in headers if each[0].lower() not in dropped]
        start_response(status, [*kept, ("Content-Length", str(len(changed)))])
        return [changed]


def _break(environ) -> NoReturn:
    """Ends the connection without a reply."""
    environ["werkzeug.socket"].shutdown(socket.SHUT_RDWR)
    raise ConnectionResetError


def _without_scripts(start_response):
    policy = ("Content-Security-Policy", "script-src 'none'")
    return lambda status, headers, *rest: start_response(status, [*headers, policy], *rest)
