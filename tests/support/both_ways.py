"""Two apps with the same surveys and key, one asked by Flask's routes, one by the event loop."""

from dataclasses import dataclass, field, replace

from instruments import make_instrument
from rsgi_requests import Headers, Protocol, run, scope, shut_down

from survey.app import create_app
from survey.app.instance_keys import KEY_FILES, write_once
from survey.app.rsgi import CompleteRequests
from survey.core.responses.tokens import hash_token
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore

INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
TOKENS = ["a" * 30, "b" * 30]
NETWORK = "192.0.2.7"


@dataclass
class Sent:
    """A request, by default to the route of responses."""

    code: str = "bcd234"
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    method: str = "POST"
    address: str = "/s/{code}/responses"

    def heads(self) -> dict[str, str]:
        default = {"Host": "localhost", "Content-Type": "application/json"}
        return {**default, "Content-Length": str(len(self.body)), **self.headers}


class Both:
    """Two apps with the same surveys and key, one for each way of asking."""

    def __init__(self, config, folder, **settings):
        self.stores, self.apps = [], []
        for name in ("flask", "loop"):
            (folder / name).mkdir()
            for file in KEY_FILES:
                write_once(folder / name / file, "11" * 32)
            own = replace(config, data=folder / name, **settings)
            store = SQLiteStore(own.database)
            states = {"bcd234": State.OPEN, "cls346": State.CLOSED, "drft34": State.DRAFT,
                      "tok346": State.OPEN, "tok347": State.OPEN}  # fmt: skip
            for code, state in states.items():
                store.surveys.add(Survey(code, INSTRUMENT, state))
            hashes = [hash_token("11" * 32, token) for token in TOKENS]
            store.surveys.add_tokens("tok346", hashes)
            store.surveys.add_tokens("tok347", [hash_token("11" * 32, "c" * 30)])
            self.stores.append(store)
            self.apps.append(create_app(own, store))
        self.client = self.apps[0].test_client()
        self.served = CompleteRequests(self.apps[1], threads=2)

    def ask(self, sent: Sent):
        """Both apps' replies, as (status, headers, body)."""
        path, _, query = sent.address.format(code=sent.code).partition("?")
        answer = self.client.open(
            path, query_string=query, method=sent.method, data=sent.body, headers=sent.heads(),
            environ_base={"REMOTE_ADDR": NETWORK},
        )  # fmt: skip
        by_flask = (answer.status_code, _named(answer.headers), answer.data)
        asked = scope(sent.method, path, query)
        asked.headers = Headers((name.lower(), value) for name, value in sent.heads().items())
        protocol = Protocol([sent.body])
        run(self.served.__rsgi__(asked, protocol))
        told = protocol.answer
        return by_flask, (told.status, _named(told.headers), told.body)

    def close(self):
        shut_down(self.served)
        for store in self.stores:
            store.close()


def _named(headers) -> list[tuple[str, str]]:
    return sorted((name.lower(), value) for name, value in headers.items())
