"""The PostgreSQL store keeps the same contract, and fails in sentences."""

import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import psycopg
import pytest
from contract_survey import INSTRUMENT, response
from postgresql import PASSWORD, running
from responses_contract import add_together
from store_contract import StoreContract

from survey.errors import ConfigError, StoreUnavailable
from survey.store import State, Survey, open_store
from survey.store.maintenance.open import described
from survey.store.postgresql import connection as postgresql_connection
from survey.store.postgresql import schema, table_rewriting
from survey.store.postgresql.connection import WRITERS, connect, write_nothing
from survey.store.postgresql.store import PostgreSQLStore
from survey.store.sql.database import is_wipe_pending


class TestPostgreSQLStore(StoreContract):
    """The fixture `store` is a database of a real server, with fsync on."""

    later_migration = "INSERT INTO migration VALUES (999)"

    @pytest.fixture
    def store(self, postgresql_store):
        return postgresql_store

    @pytest.fixture
    def another_store(self, postgresql_url, postgresql_store):
        """The same database, as another process has it open."""
        with closing(PostgreSQLStore(postgresql_url)) as another:
            yield another

    @pytest.fixture
    def place(self, postgresql_url):
        return postgresql_url

    def held(self, place):
        """Every row, and by which transaction it was written."""
        with connect(place) as connection:
            return {
                table: connection.execute(f"SELECT xmin, * FROM {table}").fetchall()
                for table in SCHEMA
            }

    def is_wipe_pending(self, store):
        with store.database.reading() as rows:
            return is_wipe_pending(rows)

    def test_a_class_that_sends_to_two_servers_at_once_passes_each_step(
        self, opened, another_store
    ):
        def send(number: int) -> bool:
            return (opened, another_store)[number % 2].responses.add("open34", response(number))

        with ThreadPoolExecutor(40) as pool:
            assert all(pool.map(send, range(40)))
        steps = another_store.responses.kept_steps("open34")
        assert (steps.shown.responses, steps.waiting.responses) == (30, 40)

    def refuse(self, store, patch):
        """The disk is full in the midst of the last table."""
        rewrite = table_rewriting._rewrite

        def full(connection, step) -> None:
            rewrite(connection, step)
            if "survey" in step:
                connection.execute("DO $$ BEGIN RAISE SQLSTATE '53100'; END $$")

        patch.setattr(table_rewriting, "_rewrite", full)


@pytest.fixture
def opened(postgresql_store):
    postgresql_store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    return postgresql_store


# Everything that is stored, column by column. A new column must be argued for here.
SCHEMA = {
    "survey": {"code", "position", "state", "instrument", "digest", "results_public",
               "fewest_responses", "tokens_required", "owner",
               "closes_at",  # an instructor's plan, and no time of a respondent
               "since", "archived",  # the day of their last act, and what they put away
               "cap", "hidden_until_closed",  # what was fixed for all respondents
               "colleagues", "labels", "template",  # instructors' own, and of no respondent
               "client_at",  # where somebody else holds the page
               "closes_on_date",  # how an instructor planned the closing
               "asked_first",  # which of an instructor's surveys it asks again
               "term",  # what tells an instructor's terms of the same questions apart
               "calibrated",  # a function of the questionnaire and the cap alone
               "frozen",  # counts, for the last minute, and wiped with the order of arrival
               "group_name"},  # of whom the instructor asks an earlier survey's questions
    # What anybody may know of a closed survey: counts, and a hash over all responses as a set.
    "statement": {"survey", "closing", "text", "definitions",
                  "listed"},  # the ids that it covers, of a survey that was opened again
    "debt": {"what"},  # whether the tables are yet to be rewritten since something was deleted
    # The shard is the id's first byte, so it says nothing that the id does not.
    "response": {"survey", "shard", "response_id", "reports"},
    "tally": {"survey", "shard", "item", "value", "reports"},
    # Whether somebody used the token; nothing leads from here to a response.
    "token": {"survey", "token_hash", "spent"},
    "instructor": {"name", "password_hash", "link_hash", "largest_epsilon", "language"},
    "sign_in": {"token_hash", "instructor"},
    "migration": {"number"},
    "public_step": {"survey", "due", "shown", "waiting"},
    # The public half of the server's own key, and a fingerprint of its secret.
    "signing_key": {"one", "public_key", "secret"},
}  # fmt: skip


def test_schema_is_exactly_the_allowed_one(postgresql_store, postgresql_url):
    found: dict[str, set[str]] = {}
    with connect(postgresql_url) as connection:
        for table, column in connection.execute(
            "SELECT table_name, column_name FROM information_schema.columns"
            " WHERE table_schema = 'public'"
        ):
            found.setdefault(table, set()).add(column)
        sequences = connection.execute("SELECT sequencename FROM pg_sequences").fetchall()
    assert found == SCHEMA
    assert sequences == [("survey_position_seq",)]  # of what instructors make


@pytest.mark.parametrize("weak", ["off", "local", "remote_write"])
def test_a_commit_waits_for_the_disk_whatever_the_database_says(
    postgresql_store, postgresql_url, weak
):
    with connect(postgresql_url) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET synchronous_commit = {weak}')
        connection.execute(
            f"ALTER DATABASE \"{name}\" SET default_transaction_isolation = 'serializable'"
        )
        connection.execute(f'ALTER DATABASE "{name}" SET client_min_messages = error')
    with psycopg.connect(postgresql_url) as plain:
        assert plain.execute("SHOW synchronous_commit").fetchone() == (weak,)
    with postgresql_store.database.connections.transaction() as connection:
        assert connection.execute("SHOW synchronous_commit").fetchone() == ("on",)
        # What a commit warns of, when nobody waited for its standby, is heard.
        assert connection.execute("SHOW client_min_messages").fetchone() == ("warning",)
        assert connection.execute("SHOW transaction_isolation").fetchone() == ("read committed",)


def test_asking_whether_it_stores_writes_to_the_log_and_to_no_table(opened, postgresql_url):
    """While the tables are rewritten, too, which keeps all who store waiting."""

    def held():
        with connect(postgresql_url) as connection:
            return {
                table: connection.execute(f"SELECT xmin, ctid, * FROM {table}").fetchall()
                for table in SCHEMA
            }

    opened.responses.add("open34", response(1))
    opened.database.readiness._proved_until = 0
    before = held()
    with connect(postgresql_url) as other, other.transaction():
        other.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))
        other.execute("LOCK TABLE response, survey, instructor IN ACCESS EXCLUSIVE MODE")
        written = other.execute("SELECT pg_current_wal_flush_lsn()").fetchone()
        opened.maintenance.check_ready()
        assert other.execute("SELECT pg_current_wal_flush_lsn() > %s", written).fetchone()[0]
    assert held() == before


def test_asking_whether_it_stores_takes_room_on_the_disk(opened):
    """The log has room of its own beside a full disk: that it can be written proves too little."""
    with opened.database.connections.autocommit() as connection:
        write_nothing(connection)
        connection.execute("SET temp_file_limit = 0")
        with pytest.raises(psycopg.errors.ConfigurationLimitExceeded):
            write_nothing(connection)
        connection.execute("RESET temp_file_limit")


@pytest.mark.parametrize("setting", ["fsync", "full_page_writes"])
def test_a_server_that_would_lose_responses_is_refused(free_port, setting):
    with (
        running(free_port, **{setting: "off"}) as server,
        pytest.raises(StoreUnavailable, match=f"{setting}=off"),
    ):
        open_store(server.create("survey"))


@pytest.mark.exhaustive
def test_processes_that_start_at_once_migrate_once(postgresql_url, monkeypatch):
    """Eight at once; without the lock some of them fail on what another has made."""
    barrier = threading.Barrier(8)

    def start(_: int) -> str:
        barrier.wait()
        try:
            PostgreSQLStore(postgresql_url).close()
        except StoreUnavailable as error:
            return error.message
        return "started"

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(start, range(8))) == {"started"}
        with connect(postgresql_url) as connection:
            assert connection.execute("SELECT number FROM migration").fetchall() == [
                (number,) for number in range(1, len(schema.MIGRATIONS) + 1)
            ]
            connection.execute("DROP SCHEMA public CASCADE")
            connection.execute("CREATE SCHEMA public")
        # Long enough that all of them are under way before the first has done.
        slow = tuple(f"{each}; SELECT pg_sleep(1);" for each in schema.MIGRATIONS)
        monkeypatch.setattr(schema, "MIGRATIONS", slow)
        numbers = iter(range(8))
        monkeypatch.setattr(schema, "lock_key", lambda name: next(numbers))
        assert set(pool.map(start, range(8))) - {"started"}


def test_migrations_are_applied_to_what_is_there(opened, postgresql_url, monkeypatch):
    opened.responses.add("open34", response(1))
    later = (*schema.MIGRATIONS, "ALTER TABLE survey ADD COLUMN later text")
    monkeypatch.setattr(schema, "MIGRATIONS", later)
    with closing(PostgreSQLStore(postgresql_url)) as store:
        assert store.responses.tally("open34").responses == 1
    monkeypatch.undo()
    with pytest.raises(StoreUnavailable, match="later release"):
        PostgreSQLStore(postgresql_url)


def test_what_an_earlier_release_closed_owes_its_first_statement(postgresql_url, monkeypatch):
    with monkeypatch.context() as patch, connect(postgresql_url) as connection:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:7])
        schema.migrate(connection)
        for code, state in (("open34", "open"), ("clsd34", "closed")):
            connection.execute(
                "INSERT INTO survey (code, state, instrument, digest, results_public,"
                " fewest_responses, tokens_required, owner)"
                " VALUES (%s, %s, %s, %s, false, 7, false, 'instructor')",
                (code, state, INSTRUMENT.canonical_json, INSTRUMENT.digest),
            )
    with closing(PostgreSQLStore(postgresql_url)) as store:
        assert store.surveys.missing_statements() == ["clsd34"]


def test_what_an_earlier_release_opened_again_closes_and_keeps_its_statement(
    postgresql_url, monkeypatch
):
    with monkeypatch.context() as patch, connect(postgresql_url) as connection:
        patch.setattr(schema, "MIGRATIONS", schema.MIGRATIONS[:12])
        schema.migrate(connection)
        for code, state, closings in (("open34", "open", 0), ("agn234", "open", 1)):
            connection.execute(
                "INSERT INTO survey (code, state, instrument, digest, results_public,"
                " fewest_responses, tokens_required, owner, closings)"
                " VALUES (%s, %s, %s, %s, false, 7, false, 'instructor', %s)",
                (code, state, INSTRUMENT.canonical_json, INSTRUMENT.digest, closings),
            )
            connection.execute("INSERT INTO public_step VALUES (%s, 20, '[]', NULL, 3)", (code,))
        connection.execute("INSERT INTO statement VALUES ('agn234', 1, 'signed', '', %s)",
                           ("a" * 32,))  # fmt: skip
        connection.execute("DELETE FROM debt")
    with closing(PostgreSQLStore(postgresql_url)) as store:
        states = {each.code: each.state for each in store.surveys.all()}
        assert states == {"open34": "open", "agn234": "closed"}
        assert store.surveys.missing_statements() == []
        assert store.surveys.listed("agn234") == {"a" * 32}
        with store.database.reading() as reading:
            assert is_wipe_pending(reading)
            kept = reading.execute("SELECT survey FROM public_step").fetchall()
        assert [code for (code,) in kept] == ["open34"]


def test_a_database_in_another_encoding_is_refused(postgresql_server):
    with psycopg.connect(postgresql_server.url("postgres"), autocommit=True) as connection:
        connection.execute("CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(StoreUnavailable, match="UTF-8"):
        open_store(postgresql_server.url("latin"))


def wrong_address(server, case: str) -> str:
    address = server.url("survey")
    return {
        "password": server.url("survey", "canary-wrong-password"),
        "role": address.replace("tester", "nobody_at_all"),
        "database": server.url("no_such_database"),
        "port": address.replace(f":{server._port}", ":1"),
        "host": address.replace("127.0.0.1", "survey.invalid"),
        "slash": server.url("survey", "pa/canary-ss@w:ord"),
        "at": server.url("survey", "pa@canary-ss"),
        "number": server.url("survey", "271828/18"),
        "option": address + "?sslmode=canary-mode",
    }[case]


@pytest.mark.parametrize(
    ("case", "words"),
    [
        ("password", "refuses the password of tester"),
        ("role", "refuses the password of nobody_at_all"),
        ("database", "has no database no_such_database. Create it with: createdb"),
        ("port", "No PostgreSQL server answers at 127.0.0.1, port 1."),
        ("host", "No PostgreSQL server answers at survey.invalid"),
        ("slash", "cannot be read"),
        ("at", "cannot be read"),
        ("number", "cannot be read"),
        ("option", "No PostgreSQL server answers at 127.0.0.1"),
    ],
)
def test_a_wrong_address_is_said_without_its_password(postgresql_server, case, words):
    with pytest.raises((StoreUnavailable, ConfigError)) as refused:
        open_store(wrong_address(postgresql_server, case))
    assert words in refused.value.message
    assert refused.value.__cause__ is None
    for secret in ("canary", "271828", PASSWORD):
        assert secret not in refused.value.message


def test_description_has_no_password(postgresql_server, tmp_path):
    assert described(postgresql_server.url("survey")) == "PostgreSQL database survey at 127.0.0.1"
    assert described(tmp_path) == str(tmp_path)


def test_those_who_wait_share_a_transaction(opened, postgresql_url):
    assert add_together(opened, [("open34", response(n)) for n in range(20)]) == [True] * 20
    with connect(postgresql_url) as connection:
        writers = connection.execute("SELECT xmin, count(*) FROM response GROUP BY 1").fetchall()
    assert sorted(count for _, count in writers)[-1] >= 19  # one may have been in its hands


def test_all_connections_in_use_is_a_sentence(opened, monkeypatch):
    lent = [opened.database.connections._pool.getconn() for _ in range(16)]
    monkeypatch.setattr(opened.database.connections._pool, "timeout", 0.05)
    with pytest.raises(StoreUnavailable, match="Too many are sending at once"):
        opened.responses.add("open34", response(1))
    for connection in lent:
        opened.database.connections._pool.putconn(connection)
    assert opened.responses.add("open34", response(1))


@pytest.mark.exhaustive
def test_a_server_that_ends_and_starts_again_needs_no_restart_of_the_app(
    free_port, monkeypatch, caplog
):
    monkeypatch.setattr(postgresql_connection, "WAIT_SECONDS", 0.5)
    with running(free_port) as server, closing(open_store(server.create("survey"))) as store:
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
        with ThreadPoolExecutor(8) as pool:
            assert all(pool.map(lambda n: store.responses.add("open34", response(n)), range(50)))

            def send(number: int) -> bool | str:
                try:
                    return store.responses.add("open34", response(number))
                except StoreUnavailable as error:
                    return error.message

            server.stop()
            with caplog.at_level(logging.DEBUG):
                refused = list(pool.map(send, range(50, 90)))
            assert all("Please try again." in str(each) for each in refused)
            assert "Traceback" not in caplog.text
            assert PASSWORD not in caplog.text
            server.start()
            for number in range(90):
                while not isinstance(send(number), bool):
                    pass
        assert store.responses.tally("open34").responses == 90
        assert len(list(store.responses.all("open34"))) == 90


def test_closing_waits_not_forever_for_a_long_reader(opened, postgresql_url, monkeypatch):
    """As while pg_dump runs: it is closed, told, and closing again rewrites."""
    monkeypatch.setattr("survey.store.postgresql.table_rewriting.LONGEST_WAIT", "100ms")
    opened.responses.add("open34", response(1))
    with psycopg.connect(postgresql_url) as reader:
        reader.execute("SELECT FROM response")
        assert opened.surveys.set_state("open34", State.CLOSED) is False
        with pytest.raises(StoreUnavailable, match="in use by another program"):
            opened.maintenance.wipe()
        assert opened.surveys.get("open34").state is State.CLOSED
        assert opened.responses.tally("open34").responses == 1
    assert opened.surveys.set_state("open34", State.CLOSED) is True
    assert opened.responses.tally("open34").responses == 1


def delete_while_a_response_is_on_its_way(store, url: str) -> int:
    """Stored rows of the survey afterwards; the response waits for a row that another holds."""
    with psycopg.connect(url) as other, ThreadPoolExecutor(2) as pool:
        other.execute("INSERT INTO tally VALUES (1, 0, 0, 0, 'open34')")
        sending = pool.submit(store.responses.add, "open34", response(1))
        wait_for_locks(url, "transactionid")
        deleting = pool.submit(store.surveys.delete, "open34")
        wait_for_locks(url, "advisory")
        other.rollback()
        assert sending.result() is True
        deleting.result()
    with connect(url) as connection:
        query = "SELECT count(*) FROM response WHERE survey = 'open34'"
        return connection.execute(query).fetchone()[0]


def wait_for_locks(url: str, kind: str) -> None:
    """Until somebody waits for a lock of this kind."""
    query = "SELECT FROM pg_locks WHERE NOT granted AND locktype = %s"
    with connect(url) as connection:
        while connection.execute(query, (kind,)).fetchone() is None:
            pass


def test_no_response_outlives_its_survey(opened, postgresql_url):
    assert delete_while_a_response_is_on_its_way(opened, postgresql_url) == 0


def take_turn(connection) -> None:
    connection.execute("SELECT pg_advisory_xact_lock(%s)", (WRITERS,))


def test_without_the_surveys_lock_one_would(opened, postgresql_url, monkeypatch):
    monkeypatch.setattr("survey.store.postgresql.responses.survey_lock", lambda code: "none")
    # Rewriting drops what belongs to no survey; here it waits for its turn, and does no more.
    monkeypatch.setattr(table_rewriting, "_rewrite_all", take_turn)
    assert delete_while_a_response_is_on_its_way(opened, postgresql_url) == 1
