"""The planner's statistics hold no value of any row, of an earlier schema's neither."""

import hashlib
from contextlib import closing

import psycopg
import pytest
from contract_survey import INSTRUMENT, response
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.store import Instructor, State, Survey
from survey.store.models import INSTRUCTOR
from survey.store.postgresql import schema
from survey.store.postgresql.connection import connect
from survey.store.postgresql.store import PostgreSQLStore

IDS = [hashlib.sha256(b"%d" % number).hexdigest()[:32] for number in range(60)]
HASHES = [hashlib.sha256(each.encode()).hexdigest() for each in IDS]
EARLIER = schema.MIGRATIONS[:2]

# Two tables hold nothing of anybody.
KEPT = (
    "SELECT tablename, attname FROM pg_stats WHERE schemaname = 'public'"
    " AND tablename NOT IN ('migration', 'debt')"
)


def analyzed(url: str) -> list[tuple[str, str]]:
    """The columns of our tables that the server keeps values of, after it has looked at them."""
    with connect(url) as connection:
        connection.execute("ANALYZE")
        return connection.execute(KEPT).fetchall()


def fill(url: str) -> None:
    """As the earlier schema held it: two surveys, their tokens, who is signed in."""
    with psycopg.connect(url) as connection:
        connection.execute("INSERT INTO sign_in SELECT 'sign-in ' || n, 'instructor' FROM"
                           " generate_series(1, 60) AS n")  # fmt: skip
        for code in ("open34", "stay34"):
            connection.execute(
                "INSERT INTO survey (code, state, instrument, digest, results_public,"
                " fewest_responses, tokens_required, owner, closes_at)"
                " VALUES (%s, 'open', %s, %s, false, 7, true, %s, 99)",
                (code, INSTRUMENT.canonical_json, INSTRUMENT.digest, INSTRUCTOR),
            )
        for number, (each, token_hash) in enumerate(zip(IDS, HASHES, strict=True)):
            code = "open34" if number < 59 else "stay34"
            key = (code, int(each[:2], 16))
            connection.execute("INSERT INTO response (survey, shard, response_id, reports)"
                               " VALUES (%s, %s, %s, %s)", (*key, each, b"\0\1"))  # fmt: skip
            for item in (0, 1):
                connection.execute("INSERT INTO tally (survey, shard, item, value, reports)"
                                   " VALUES (%s, %s, %s, %s, 1)"
                                   " ON CONFLICT (survey, shard, item, value)"
                                   " DO UPDATE SET reports = tally.reports + 1",
                                   (*key, item, item))  # fmt: skip
            connection.execute("INSERT INTO token VALUES (%s, %s, true)", (code, token_hash))


def bytes_left(server, url: str) -> list[str]:
    """Which ids and hashes are in any file of this database."""
    with connect(url) as connection:
        connection.execute("CHECKPOINT")
        query = "SELECT oid FROM pg_database WHERE datname = current_database()"
        (number,) = connection.execute(query).fetchone()
    folder = server.data / "base" / str(number)
    content = b"".join(path.read_bytes() for path in folder.iterdir())
    found = [each for each in IDS[:59] if bytes.fromhex(each) in content]
    return found + [each for each in HASHES[:59] if each.encode() in content]


def test_nothing_of_a_row_gets_there(postgresql_store, postgresql_url):
    postgresql_store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    postgresql_store.surveys.add_tokens("open34", HASHES)
    for number, token_hash in enumerate(HASHES):
        postgresql_store.responses.add("open34", response(number), token_hash)
        postgresql_store.instructors.add(Instructor(f"n{number}", token_hash, f"l{token_hash}"))
        postgresql_store.instructors.add_sign_in(token_hash, f"n{number}")
    assert analyzed(postgresql_url) == []
    postgresql_store.surveys.set_state("open34", State.CLOSED)
    assert analyzed(postgresql_url) == []


@pytest.fixture
def earlier(postgresql_url, monkeypatch) -> str:
    """A database that the release before made, with what ANALYZE kept of it."""
    with monkeypatch.context() as patch, connect(postgresql_url) as connection:
        patch.setattr(schema, "MIGRATIONS", EARLIER)
        schema.migrate(connection)
    fill(postgresql_url)
    assert {
        ("response", "response_id"), ("token", "token_hash"), ("sign_in", "token_hash")
    } <= set(analyzed(postgresql_url))  # fmt: skip
    return postgresql_url


def test_what_an_earlier_schema_kept_there_is_gone_and_all_else_as_it_was(
    earlier, postgresql_server
):
    with closing(PostgreSQLStore(earlier)) as store:
        assert analyzed(earlier) == []
        kept = Survey("stay34", INSTRUMENT, State.OPEN, False, 7, True, INSTRUCTOR, 99)
        assert store.surveys.all() == [kept, Survey("open34", *list(vars(kept).values())[1:])]
        assert [each for each, _ in store.responses.all("open34")] == sorted(IDS[:59])
        assert store.responses.tally("open34").counts == ((59, 0), (0, 59))
        assert store.surveys.token_counts("open34").spent == 59
        assert store.instructors.signed_in("sign-in 7") == Instructor(INSTRUCTOR)
        # The collations by which names and codes are sorted, too.
        with connect(earlier) as connection:
            collations = connection.execute(
                "SELECT DISTINCT collation_name FROM information_schema.columns WHERE"
                " (table_name, column_name) IN (('survey', 'code'), ('instructor', 'name'))"
            ).fetchall()
        assert collations == [("C",)]
        assert len(bytes_left(postgresql_server, earlier)) == 2 * 59
        assert store.surveys.delete("open34") is True
        assert bytes_left(postgresql_server, earlier) == []
        assert store.responses.tally("stay34").responses == 1


def test_what_an_earlier_release_deleted_and_never_erased_is_owed(earlier, postgresql_server):
    """As it did beside a long reader, and when it was killed."""
    with psycopg.connect(earlier) as connection:
        for table in ("response", "tally", "token"):
            connection.execute(f"DELETE FROM {table} WHERE survey = 'open34'")  # noqa: S608
        connection.execute("DELETE FROM survey WHERE code = 'open34'")
    assert len(bytes_left(postgresql_server, earlier)) == 2 * 59
    with closing(PostgreSQLStore(earlier)) as store:
        Housekeeper(store, KEY, clock=lambda: 0).look()
        assert bytes_left(postgresql_server, earlier) == []
        assert store.responses.tally("stay34").responses == 1


def test_statistics_that_are_only_cleared_would_stay_in_the_servers_file(
    earlier, postgresql_server, monkeypatch
):
    """The control: removed rows of the server's own table lie there dead."""
    monkeypatch.setattr(
        "survey.store.postgresql.table_rewriting._wipe_statistics", lambda connection: None
    )
    with closing(PostgreSQLStore(earlier)) as store:
        assert store.surveys.delete("open34") is True
    assert bytes_left(postgresql_server, earlier) != []
