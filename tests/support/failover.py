"""Two PostgreSQL servers: each commit of the first waits for the second, which takes its place."""

from collections.abc import Iterator
from contextlib import contextmanager
from urllib.parse import urlsplit

import psycopg
from patience import wait_until
from ports import unused_port
from postgresql import Server, running

_SYNCHRONOUS = "SELECT count(*) FROM pg_stat_replication WHERE sync_state = 'sync'"
_WAIT = "FROM pg_stat_activity WHERE wait_event = 'SyncRep'"


class Pair:
    """A primary server and its synchronous standby, with one database."""

    def __init__(self, primary: Server, standby: Server):
        self.primary, self.standby = primary, standby
        self.url = primary.create("survey")
        self.promoted_url = standby.url("survey")
        self.either_url = either(self.url, self.promoted_url)
        self._ask("ALTER SYSTEM SET synchronous_standby_names = '*'")
        self._ask("SELECT pg_reload_conf()")
        wait_until(lambda: self._ask(_SYNCHRONOUS) == 1)

    def waiting(self) -> int:
        """How many commits wait for the standby."""
        return self._ask(f"SELECT count(*) {_WAIT}")

    def terminate(self) -> None:
        """Ends the connections that wait."""
        self._ask(f"SELECT count(pg_terminate_backend(pid)) {_WAIT}")

    def cancel(self) -> None:
        """Cancels the waits, but leaves the connections open."""
        self._ask(f"SELECT count(pg_cancel_backend(pid)) {_WAIT}")

    def restart(self) -> None:
        """Ends the primary as by a crash, and starts it."""
        self.primary.crash()
        self.primary.start()

    def promote(self) -> None:
        """Loses the primary, and lets the standby take its place, even if it was stopped."""
        self.primary.crash()
        self.standby.stop()
        self.standby.start(primary_conninfo="")
        with psycopg.connect(self.standby.url("postgres"), autocommit=True) as connection:
            connection.execute("SELECT pg_promote()")

    def _ask(self, query: str) -> int | None:
        with psycopg.connect(self.primary.url("postgres"), autocommit=True) as connection:
            rows = connection.execute(query)
            return rows.fetchone()[0] if rows.description else None


def either(*urls: str) -> str:
    """The address that leads to the one of these servers that takes writes."""
    first = urlsplit(urls[0])
    account = first.netloc.rpartition("@")[0]
    servers = ",".join(urlsplit(each).netloc.rpartition("@")[2] for each in urls)
    return f"postgresql://{account}@{servers}{first.path}?target_session_attrs=read-write"


@contextmanager
def paired() -> Iterator[Pair]:
    """Runs both servers until the end of the block."""
    with running(unused_port()) as primary, running(unused_port(), follows=primary) as standby:
        yield Pair(primary, standby)
