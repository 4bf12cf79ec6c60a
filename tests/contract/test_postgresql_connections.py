"""Connections of a process to PostgreSQL: how they are made, and dropped when one breaks."""

from contextlib import ExitStack

import psycopg
import pytest

from survey.errors import StoreUnavailable
from survey.store.postgresql.address import SETTINGS, settings_of


def pid_of(connection: psycopg.Connection) -> int:
    return connection.info.backend_pid


@pytest.fixture
def pids(postgresql_store) -> set[int]:
    """The servers' processes of four connections that nobody uses."""
    with ExitStack() as stack:
        lend = postgresql_store.database.connections.autocommit
        return {pid_of(stack.enter_context(lend())) for _ in range(4)}


def test_one_broken_connection_drops_all_that_were_made_before(
    postgresql_store, postgresql_server, pids
):
    """A server that is lost costs one request, and not one for each connection to it."""
    lend = postgresql_store.database.connections.autocommit
    with psycopg.connect(postgresql_server.url("postgres")) as admin:
        for pid in pids:
            admin.execute("SELECT pg_terminate_backend(%s, 20000)", (pid,))
    with pytest.raises(StoreUnavailable), lend() as connection:
        connection.execute("SELECT 1")
    with ExitStack() as stack:
        for _ in range(4):
            connection = stack.enter_context(lend())
            assert connection.execute("SELECT 1").fetchone() == (1,)
            assert pid_of(connection) not in pids


def test_a_server_that_only_follows_is_left(postgresql_store, pids):
    lend = postgresql_store.database.connections.autocommit
    with pytest.raises(StoreUnavailable, match="only follows"), lend() as connection:
        assert pid_of(connection) in pids
        connection.execute("SET default_transaction_read_only = on")
        connection.execute("CREATE TABLE refused ()")
    with lend() as connection:
        assert pid_of(connection) not in pids
        connection.execute("CREATE TABLE accepted ()")


def test_of_several_servers_the_one_is_sought_that_writes():
    found = settings_of("postgresql://role@one,two:6432/survey")
    assert found["target_session_attrs"] == "read-write"
    assert found["connect_timeout"] + found["tcp_user_timeout"] / 1000 <= 5


def test_what_the_address_says_of_them_is_kept():
    found = settings_of("postgresql://role@one,two/survey?target_session_attrs=any")
    assert found["target_session_attrs"] == "any"


def test_one_server_is_waited_for_as_before():
    assert settings_of("postgresql://role@one/survey?target_session_attrs=any") == SETTINGS
