"""Everything that a respondent's browser sends, stores and calls, as one text to compare."""

import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from browser_calls import LONG_MS, record_calls, recorded_calls, since_send
from playwright.sync_api import BrowserContext, Page
from respondent_page import expect_saved, fill_in, press_send
from tape import put_tape, tape_for
from watched import Watched

from survey.app.folders import folder
from survey.client_build.build import AFTER_SEND, ENTRY, ON_NEED
from survey.client_build.bundle import join_modules
from survey.core.instrument.instrument import Instrument
from survey.core.responses.answers import Answer

# A pattern in the client's script, and the text by which a careless edit might replace it.
Variant = tuple[str, str]

# The client in one script; the served one has a part within the shell, a part that loads second,
# and one that loads on need.
WHOLE = join_modules(folder("static") / "client", AFTER_SEND, ON_NEED, ENTRY)
CLIENT = re.compile(r"/client/client-\w+\.js$")
SHELL = re.compile(r"/s/\w+(\?[^/]*)?$")

# Browsers draw this address at random for a file that a page offers.
OWN_ADDRESS = r"blob:[\w:/.-]+"

# The contents of a page's IndexedDB: every key and value of every database.
DATABASES = """async () => {
    const finished = (request) => new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result);
        request.onerror = () => reject(request.error);
    });
    const text = (kept) => { try { return JSON.parse(kept); } catch { return kept; } };
    const found = {};
    for (const { name } of await indexedDB.databases()) {
        const database = await finished(indexedDB.open(name));
        for (const kept of database.objectStoreNames) {
            const store = database.transaction(kept).objectStore(kept);
            const [values, keys] = await Promise.all(
                [store.getAll(), store.getAllKeys()].map(finished));
            for (const [place, key] of keys.entries()) {
                found[`${name}/${kept}/${key}`] = text(values[place]);
            }
        }
        database.close();
    }
    return found;
}"""

# Clears the browser's storage, as if it had never met the app.
FORGET_ALL = """async () => {
    localStorage.clear();
    sessionStorage.clear();
    for (const { name } of await indexedDB.databases()) {
        await new Promise((resolve) => {
            indexedDB.deleteDatabase(name).onsuccess = resolve;
        });
    }
}"""

KEPT = """async () => ({
    local: {...localStorage}, session: {...sessionStorage}, cookie: document.cookie,
    url: location.href, history: history.length, state: history.state, name: window.name,
    page: document.documentElement.outerHTML, title: document.title,
    fields: [...document.querySelectorAll("input")].map(({checked, value}) => [checked, value]),
    focus: document.activeElement.outerHTML, selection: String(getSelection()),
    scroll: [scrollX, scrollY],
    caches: await caches.keys(),
})"""


@dataclass(frozen=True)
class Observer:
    """Sees everything of the responses to one survey, in the browser and at the server.

    `tape` makes the words that give the wanted reports. `end` waits until the visit is over, and
    returns a part of the trace. `draws` is whether anything is drawn and sent. Timers of `long_ms`
    never end: where a server is silent, the machine's pace must not say how often it is asked.
    """

    new_context: Callable[..., BrowserContext]
    watched: Watched
    path: str
    instrument: Instrument
    tape: Callable[..., list[int]] = tape_for
    end: Callable[[Page], object] = expect_saved
    draws: bool = True
    long_ms: int = LONG_MS

    def count_leaks(
        self,
        answers: Sequence[Sequence[Answer]],
        reports: Sequence[Sequence[int]],
        variant: Variant | None = None,
    ) -> tuple[int, int]:
        """The number of reports whose trace depends on the answers, and the number of runs."""
        leaks = runs = 0
        for row, wanted in enumerate(reports):
            traces = set()
            for column, given in enumerate(answers):
                roundabout = (row + column) % 2 == 1  # the tape's length must not show either
                traces.add(self._trace(given, wanted, roundabout, variant))
                runs += 1
            leaks += len(traces) > 1
        return leaks, runs

    def _trace(self, answers, reports, roundabout: bool, variant: Variant | None) -> str:
        context = self.new_context()
        page = context.new_page()
        put_tape(page, self.tape(self.instrument, answers, reports, roundabout))
        record_calls(page, self.long_ms)
        events = watch(page)
        self.watched.requests.clear()
        if variant:
            serve_changed_client(page, *variant)
        page.goto(self.path)
        fill_in(page, self.instrument, answers)
        press_send(page)
        ended = self.end(page)
        page.wait_for_timeout(50)  # a late request would have arrived by now
        calls = sorted(map(str, since_send(recorded_calls(page))))  # replies come in any order
        kept = [ended, calls, page.evaluate(KEPT), page.evaluate(DATABASES), context.cookies()]
        context.close()
        # The requests for the page's parts may come in any order, but not the posts.
        loads = sorted(str(event) for event in events if event[0] == "GET")
        others = [event for event in events if event[0] != "GET"]
        sent = [json.loads(each[3]) for each in others if each[1].endswith("/responses")]
        if self.draws:
            assert sent[0]["reports"] == list(reports), "the tape must give these reports"
        else:
            assert sent == []
        arrived = [each for each in self.watched.requests if not each[1].startswith("/client/")]
        arrived.sort(key=lambda each: (each[0] != "GET", each[1] if each[0] == "GET" else ""))
        trace = json.dumps([loads, others, kept, arrived], sort_keys=True, default=str)
        return re.sub(OWN_ADDRESS, "blob:", trace)


def watch(page: Page) -> list:
    """A list that grows by the page's requests, console messages and errors."""
    events = []
    page.on(
        "request",
        lambda request: events.append(
            [request.method, request.url, sorted(request.headers.items()), request.post_data]
        ),
    )
    page.on("console", lambda message: events.append(["console", message.text]))
    page.on("pageerror", lambda error: events.append(["error", str(error)]))
    return events


def serve_changed_client(page: Page, pattern: str, replacement: str) -> None:
    """Serves the client's script with one change, as a careless edit might make it."""

    def change(source: str) -> str:
        changed = re.sub(pattern, lambda _: replacement, source, count=1)
        assert changed != source, "the control must change the script"
        return changed

    serve_client(page, change)


def serve_client(page: Page, change: Callable[[str], str]) -> None:
    """Serves the whole client as `change` makes it, in a shell that does not know its digest."""
    changed = change(WHOLE)
    page.route(CLIENT, lambda route: route.fulfill(body=changed, content_type="text/javascript"))

    def without_digests(route):
        answer = route.fetch()
        headers = {k: v for k, v in answer.headers.items() if k != "integrity-policy"}
        body = re.sub(r' integrity="[^"]+"', "", answer.text())
        route.fulfill(status=answer.status, headers=headers, body=body)

    page.route(SHELL, without_digests)
