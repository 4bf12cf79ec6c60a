"""Public results from a replica that lags: older figures, but never other ones than there were."""

from collections.abc import Iterator
from contextlib import closing, contextmanager

import psycopg
import pytest
from contract_survey import INSTRUMENT, response
from failover import Pair, paired
from patience import wait_until

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.store import State, Store, Survey

SENT, SHOWN, SHOWN_LATER = 45, 40, 80  # responses; see survey/core/responses/public_steps.py


class Lagging:
    """An app on a primary, and the replica from which it reads public results."""

    def __init__(self, pair: Pair, config: Config, store: Store):
        self.pair, self.store = pair, store
        self._client = create_app(config, store).test_client()

    def opened(self, code: str) -> str:
        """A survey that shows its results, and has some."""
        self.store.surveys.add(Survey(code, INSTRUMENT, State.OPEN, results_public=True))
        self.send(code, range(SENT))
        wait_until(lambda: self.shown(code) == SHOWN)
        return code

    def send(self, code: str, numbers: range) -> None:
        for number in numbers:
            assert self.store.responses.add(code, response(number))

    def shown(self, code: str) -> int | None:
        """How many responses the public results are of, if there are any."""
        return (self.get(code, "results.json").json or {}).get("responses")

    def get(self, code: str, name: str):
        return self._client.get(f"/s/{code}/{name}")

    @contextmanager
    def paused(self) -> Iterator[None]:
        """Meanwhile the replica keeps what is written, and shows nothing of it."""
        self._ask("SELECT pg_wal_replay_pause()")
        wait_until(lambda: self._ask("SELECT pg_get_wal_replay_pause_state()") == "paused")
        try:
            yield
        finally:
            self._ask("SELECT pg_wal_replay_resume()")

    def _ask(self, query: str) -> object:
        with psycopg.connect(self.pair.promoted_url, autocommit=True) as connection:
            return connection.execute(query).fetchone()[0]


@pytest.fixture(scope="module")
def lagging(tmp_path_factory):
    with paired() as pair:
        config = Config(
            tmp_path_factory.mktemp("instance"),
            database_url=pair.url,
            replica_url=pair.promoted_url,
        )
        with closing(open_instance(config)) as store:
            yield Lagging(pair, config, store)


def test_figures_of_an_open_survey_are_the_replicas(lagging):
    code = lagging.opened("fff222")
    with lagging.paused():
        lagging.send(code, range(SENT, 2 * SENT))
        assert lagging.store.responses.public_steps(code).shown.responses == SHOWN_LATER
        assert lagging.shown(code) == SHOWN
    wait_until(lambda: lagging.shown(code) == SHOWN_LATER)


def test_what_is_closed_is_shown_whole_at_once(lagging):
    code = lagging.opened("fff333")
    with lagging.paused():
        lagging.store.surveys.set_state(code, State.CLOSED)
        assert lagging.shown(code) == SENT
        assert lagging.get(code, "reports").status_code == 200
    wait_until(lambda: lagging.shown(code) == SENT)


@pytest.mark.parametrize(("code", "public"), [("fff444", False), ("fff555", None)])
def test_what_is_hidden_or_deleted_is_so_at_once(lagging, code, public):
    lagging.opened(code)
    with lagging.paused():
        if public is None:
            lagging.store.surveys.delete(code)
        else:
            lagging.store.surveys.set_sharing(code, public, 1)
        assert lagging.get(code, "results.json").status_code in {403, 404}


def test_without_the_replica_the_database_is_asked(lagging):
    code = lagging.opened("fff666")
    lagging.pair._ask("ALTER SYSTEM RESET synchronous_standby_names")
    lagging.pair._ask("SELECT pg_reload_conf()")
    lagging.pair.standby.stop()
    lagging.send(code, range(SENT, 2 * SENT))
    wait_until(lambda: lagging.shown(code) == SHOWN_LATER)
