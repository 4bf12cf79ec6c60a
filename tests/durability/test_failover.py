"""PostgreSQL with a synchronous standby: no acknowledged response is lost where that takes over.

While the standby is away a commit waits for it. What ends this waiting, and not the standby, leaves
a response that the primary shows and the standby lacks: it must not be acknowledged, and neither
must its retry.
"""

import secrets
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, contextmanager

import pytest
from failover import Pair, paired
from instruments import make_instrument
from patience import wait_until
from signing_keys import KEY

from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.errors import StoreUnavailable
from survey.store import State, Store, Survey
from survey.store.postgresql import connection as postgresql_connection
from survey.store.postgresql import responses
from survey.store.postgresql.store import PostgreSQLStore
from survey.store.sql.statements import read_statements
from survey.wire.stating import sign_missing_statements

CODE = "fff234"
INSTRUMENT = make_instrument("1/4", "1/3", "1/10")
CLIENTS = 20
MACHINES = 2
HARMS = {"terminate": Pair.terminate, "cancel": Pair.cancel, "crash": Pair.restart}
TIMES = 3  # that the standby's absence is ended so


class Respondents:
    """Send response after response to two machines, each again and again until acknowledged."""

    def __init__(self, stores: list[Store]):
        self.acknowledged: list[Response] = []
        self.refused = 0
        self.stores = stores
        self._last, self._ended = threading.Event(), threading.Event()

    @contextmanager
    def sending(self, clients: int = CLIENTS) -> Iterator[None]:
        """Sends during the block, at whose end the database must have refused what waits."""
        with ThreadPoolExecutor(clients) as pool:
            tasks = [pool.submit(self._send) for _ in range(clients)]
            try:
                yield
            finally:
                self.finish()
                self._ended.set()
        for task in tasks:
            task.result()

    def finish(self) -> None:
        """Draws no response more."""
        self._last.set()

    def _send(self) -> None:
        while not self._last.is_set():
            reports = tuple(secrets.randbelow(2) for _ in range(3))
            response = Response(INSTRUMENT.digest, secrets.token_hex(16), reports)
            while not self._delivered(response) and not self._ended.wait(0.01):
                self.refused += 1

    def _delivered(self, response: Response) -> bool:
        try:
            secrets.choice(self.stores).responses.add(CODE, response)
        except StoreUnavailable:
            return False
        self.acknowledged.append(response)
        return True


@pytest.fixture
def pair():
    with paired() as pair:
        yield pair


@contextmanager
def respondents(url: str) -> Iterator[Respondents]:
    """Of an open survey in the database at this address, which has none yet."""
    with ExitStack() as stack:
        stores = [stack.enter_context(closing(PostgreSQLStore(url))) for _ in range(MACHINES)]
        stores[0].surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        yield Respondents(stores)


def lost_by(pair: Pair, harm: str, most: int, clients: int = CLIENTS) -> int:
    """How many of so many acknowledged responses, or a few more, a promoted standby lacks."""
    with respondents(pair.url) as class_:
        with class_.sending(clients):
            wait_until(lambda: len(class_.acknowledged) >= most)
            pair.standby.crash()
            for _ in range(TIMES):
                wait_until(pair.waiting)
                HARMS[harm](pair)
            wait_until(pair.waiting)
            pair.promote()
        stored = responses_at(pair.promoted_url)
        print(f"{harm}: {len(class_.acknowledged)} acknowledged, {class_.refused} refused")
        return sum(stored.get(each.response_id) != each.reports for each in class_.acknowledged)


def responses_at(url: str) -> dict[str, tuple[int, ...]]:
    """Those that are stored; their counts must be theirs."""
    with closing(PostgreSQLStore(url)) as store:
        stored = dict(store.responses.all(CODE))
        assert store.responses.tally(CODE) == tally(INSTRUMENT, stored.values())
        return stored


@pytest.mark.exhaustive
@pytest.mark.parametrize("harm", HARMS)
def test_nothing_acknowledged_is_lost_where_waiting_for_the_standby_ends(pair, harm):
    assert lost_by(pair, harm, 5000) == 0


@pytest.mark.exhaustive
@pytest.mark.parametrize("harm", HARMS)
def test_a_plain_read_and_an_unread_warning_would_be_caught(pair, harm, monkeypatch):
    """The control: a retry that is acknowledged from a read, and a commit whatever it warns of."""
    if harm == "cancel":
        monkeypatch.setattr(postgresql_connection.PostgreSQLConnection, "note", lambda *_: None)
    else:
        monkeypatch.setattr(responses, "CONFIRM", "SELECT 1")
    # Two, since a retry is answered at once if no new response is with it.
    lost = lost_by(pair, harm, 100, clients=2)
    print(f"{harm}: {lost} lost")
    assert lost > 0


@pytest.mark.exhaustive
def test_no_statement_is_shown_that_a_standby_which_takes_over_lacks(pair):
    """It would state another list at its own closing, and a survey has one statement."""
    with respondents(pair.url) as class_, ThreadPoolExecutor(1) as pool:
        store = class_.stores[0]
        pair.standby.crash()
        for work in (
            lambda: store.surveys.set_state(CODE, State.CLOSED),
            lambda: sign_missing_statements(store, KEY),
        ):
            told = pool.submit(work)
            wait_until(pair.waiting)
            pair.cancel()
            with pytest.raises(StoreUnavailable):
                told.result(60)
        with store.database.reading() as rows:
            assert read_statements(rows, CODE)  # whoever reads it plainly has it
        told = pool.submit(store.surveys.statements, CODE)
        wait_until(pair.waiting)
        pair.promote()
        with pytest.raises(StoreUnavailable):
            told.result(60)
    with closing(PostgreSQLStore(pair.promoted_url)) as promoted:
        assert promoted.surveys.get(CODE).state is State.OPEN
        assert promoted.surveys.statements(CODE) == []


@pytest.mark.exhaustive
def test_respondents_go_on_at_the_standby_that_takes_over(pair):
    """The primary ends under their load; the address names both servers."""
    with respondents(pair.either_url) as class_:
        with class_.sending():
            wait_until(lambda: len(class_.acknowledged) >= 2500)
            pair.promote()
            wait_until(lambda: len(class_.acknowledged) >= 5000)
            class_.finish()
        stored = responses_at(pair.promoted_url)
    assert stored == {each.response_id: each.reports for each in class_.acknowledged}
