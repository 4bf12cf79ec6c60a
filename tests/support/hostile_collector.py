"""A collector that may send any reply: a server that changes the app's replies."""

import json
from collections.abc import Callable

from watched import Watched

from survey.core.responses.response import Response
from survey.wire.acknowledgement import acknowledgement
from survey.wire.keys import SigningKey

Headers = dict[str, str]
Answer = tuple[str, Headers, bytes]

# All requests of a client to a collector.
ROUTES = {"instrument.json", "state", "responses"}

SCRIPT = b"<script>fetch('/leak?' + document.querySelector(':checked').value)</script>"
LEAK = b"document.addEventListener('change', (event) => fetch('/leak?' + event.target.value));"
READABLE = {"Access-Control-Allow-Origin": "*"}
MARKUP = json.dumps({"detail": SCRIPT.decode()}).encode()
JSON = {"Content-Type": "application/json"}
HTML = {"Content-Type": "text/html"}
PROBLEM = {"Content-Type": "application/problem+json"}

# Replies to a response that might load a script, lead elsewhere, mark the respondent, or look
# like an acknowledgement.
INSTEAD_OF_AN_ACKNOWLEDGEMENT: dict[str, Answer] = {
    "a page with a script": ("201 Created", HTML, SCRIPT),
    "a script": ("201 Created", {"Content-Type": "text/javascript"}, LEAK),
    "a script as JSON": ("201 Created", JSON, LEAK),
    "saved, says JSON": ("201 Created", JSON, b'{"saved": true, "response_id": "0"}'),
    "a redirect to itself": ("307 Temporary Redirect", {"Location": "/leak"}, b""),
    "a redirect to a page": ("302 Found", {"Location": "/leak.html"}, b""),
    "headers that load and mark": (
        "200 OK",
        {**HTML, "Set-Cookie": "you=1; SameSite=None; Secure", "Refresh": "0; url=/leak",
         "Link": "</leak.js>; rel=preload; as=script", "SourceMap": "/leak.map",
         "Clear-Site-Data": '"storage"', "Reporting-Endpoints": 'default="/leak"',
         "NEL": '{"report_to": "default", "max_age": 9}', "Service-Worker-Allowed": "/"},
        SCRIPT,
    ),
    "markup in a refusal": ("422 Unprocessable", PROBLEM, MARKUP),
    "an endless wait": ("429 Too Many", {**PROBLEM, "Retry-After": "1e15"}, b'{"field": "token"}'),
}  # fmt: skip


class HostileCollector(Watched):
    """The app, whose replies to addresses with these endings are taken from `instead`.

    `false`, if any, turns each acknowledgement into a false one.
    """

    def __init__(self, app):
        super().__init__(app)
        self.instead: dict[str, Answer] = {}
        self.false: Callable[[bytes], dict] | None = None

    def __call__(self, environ, start_response):
        path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
        passed_on = super().__call__
        if method == "OPTIONS":
            return passed_on(environ, start_response)
        for end, (status, headers, body) in self.instead.items():
            if path.endswith(end):
                list(passed_on(environ, lambda *_: None))
                return _answer(start_response, status, headers, body)
        if method == "POST" and self.false:
            list(passed_on(environ, lambda *_: None))
            body = json.dumps(self.false(self.bodies[-1])).encode()
            return _answer(start_response, "201 Created", JSON, body)
        return passed_on(environ, start_response)


def false_acknowledgement(signer: SigningKey, changes: dict) -> Callable[[bytes], dict]:
    """A function that signs the sent response, or the response with these changes."""

    def said(posted: bytes) -> dict:
        sent = json.loads(posted)
        reports = tuple(changes.get("reports", sent["reports"]))
        signed = Response(sent["instrument"], sent["response_id"], reports)
        true = acknowledgement(signer, changes.get("code", "bcd234"), signed, new=True)
        return true | {name: to(true[name]) if callable(to) else to for name, to in changes.items()}

    return said


def _answer(start_response, status: str, headers: Headers, body: bytes) -> list[bytes]:
    length = {"Content-Length": str(len(body))}
    start_response(status, [*(READABLE | headers | length).items()])
    return [body]
