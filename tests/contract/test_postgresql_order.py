"""Order is data too: after closing, PostgreSQL's tables tell none of the order of arrival."""

import hashlib
import random
import secrets
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT
from scipy.stats import kendalltau
from signing_keys import KEY

from survey.app.housekeeper import Housekeeper
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.postgresql import database, table_rewriting
from survey.store.postgresql.connection import connect
from survey.store.postgresql.store import PostgreSQLStore
from survey.store.sql.database import is_wipe_pending

LARGE = table_rewriting.LARGE
SMALL = {table: order for step in table_rewriting.STEPS for table, order in step.items()}
N = 400
# σ = sqrt(2(2n+5)/(9n(n−1))) = 0.0335: 0.19 is 5.7 σ, a false alarm below 2e-8; the ids are
# the same in every run besides.
LARGEST_TAU = 0.19


# In the order in which they come.
IDS = [hashlib.sha256(f"{number}".encode()).hexdigest()[:32] for number in range(N)]


@pytest.fixture
def ids() -> list[str]:
    return IDS


def fill(store: PostgreSQLStore) -> None:
    """Two open surveys whose responses come by turns, some of them twice."""
    coins = random.Random(7)
    for code in ("open34", "other3"):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN))
    for response_id in IDS:
        reports = (coins.randrange(2), coins.randrange(2))
        for code in ("open34", "other3"):
            response = Response(INSTRUMENT.digest, response_id, reports)
            assert store.responses.add(code, response)
            if coins.randrange(10) == 0:
                assert not store.responses.add(code, response)


def spend(store: PostgreSQLStore) -> None:
    """A survey whose tokens were issued in one order, and spent in that of the responses."""
    store.surveys.add(Survey("tokn34", INSTRUMENT, State.OPEN))
    spent = token_hashes(IDS)
    store.surveys.add_tokens("tokn34", sorted(spent))
    for response_id, token_hash in zip(IDS, spent, strict=True):
        response = Response(INSTRUMENT.digest, response_id, (0, 1))
        assert store.responses.add("tokn34", response, token_hash)


@pytest.fixture(scope="module")
def templates(postgresql_server, postgresql_tables) -> dict[str, str]:
    """Databases to copy, by the fixture that has a copy: places and transactions are copied too."""
    made = {}
    for fixture, work in (("filled", fill), ("with_tokens", spend)):
        made[fixture] = f"template_{fixture}"
        with closing(
            PostgreSQLStore(postgresql_server.create(made[fixture], postgresql_tables))
        ) as store:
            work(store)
    return made


@pytest.fixture
def postgresql_url(request, postgresql_server, templates) -> str:
    (fixture,) = templates.keys() & set(request.fixturenames)
    name = f"order_{secrets.token_hex(8)}"
    yield postgresql_server.create(name, templates[fixture])
    postgresql_server.drop(name)


@pytest.fixture
def filled(postgresql_store) -> PostgreSQLStore:
    return postgresql_store


@pytest.fixture
def with_tokens(postgresql_store) -> PostgreSQLStore:
    return postgresql_store


def traces(url: str, code: str, ids: list[str]) -> tuple[int, float, float]:
    """Transactions that wrote the responses; |τ| of arrival with transaction and with place."""
    with connect(url) as connection:
        rows = connection.execute(
            "SELECT response_id, xmin::text::bigint, ctid::text FROM response WHERE survey = %s",
            (code,),
        ).fetchall()
    transactions = {row[0].hex: row[1] for row in rows}
    places = {row[0].hex: tuple(map(int, row[2].strip("()").split(","))) for row in rows}
    ranks = {place: rank for rank, place in enumerate(sorted(places.values()))}
    by_place = [ranks[places[response_id]] for response_id in ids]
    by_transaction = [transactions[response_id] for response_id in ids]
    distinct = len(set(by_transaction))
    return distinct, abs(kendalltau(range(N), by_place).statistic), (
        abs(kendalltau(range(N), by_transaction).statistic) if distinct > 1 else 0.0
    )  # fmt: skip


def tally_transactions(url: str) -> int:
    with connect(url) as connection:
        return connection.execute("SELECT count(DISTINCT xmin::text) FROM tally").fetchone()[0]


def files(url: str) -> dict[str, str]:
    """The file of each table, complete on disk."""
    with connect(url) as connection:
        connection.execute("CHECKPOINT")
        query = "SELECT pg_relation_filepath(%s)"
        return {
            table: connection.execute(query, (table,)).fetchone()[0]
            for table in ("response", "tally", "survey")
        }


@pytest.mark.exhaustive
def test_while_a_survey_is_open_the_order_of_arrival_is_there(filled, postgresql_url, ids):
    """The control: without closing, both bounds are broken by far."""
    distinct, by_place, by_transaction = traces(postgresql_url, "open34", ids)
    assert distinct == N
    assert by_place > 0.99
    assert by_transaction > 0.99
    assert tally_transactions(postgresql_url) > 100


@pytest.mark.parametrize("verb", ["close", "delete"])
def test_afterwards_it_is_not(filled, postgresql_url, ids, verb):
    """Of every survey: also of the one that is still open."""
    before = {code: filled.responses.tally(code) for code in ("open34", "other3")}
    if verb == "close":
        filled.surveys.set_state("open34", State.CLOSED)
        assert filled.responses.tally("open34") == before["open34"]
    else:
        filled.surveys.delete("open34")
    for code in ["open34", "other3"] if verb == "close" else ["other3"]:
        distinct, by_place, _ = traces(postgresql_url, code, ids)
        assert distinct == 1
        assert by_place <= LARGEST_TAU
    assert tally_transactions(postgresql_url) == 1
    assert filled.responses.tally("other3") == before["other3"]
    assert filled.responses.add("other3", Response(INSTRUMENT.digest, "f" * 32, (0, 1)))


def test_physical_order_is_that_of_the_keys(filled, postgresql_url):
    """Of closed surveys first, in the tables that grow with the responses."""
    filled.surveys.set_state("other3", State.CLOSED)
    filled.surveys.set_labels("open34", ["seminar"])  # a change, and no row of a response
    owed(filled)
    closed_first = {table: f"survey <> 'other3', {order}" for table, order in LARGE.items()}
    with connect(postgresql_url) as connection:
        for table, order in {**closed_first, **SMALL}.items():
            by_place, by_key = (
                connection.execute(f"SELECT ctid FROM {table} ORDER BY {each}").fetchall()
                for each in ("ctid", order)
            )
            assert by_place == by_key


def owed(store: PostgreSQLStore) -> None:
    store.database.write(store.database.note_pending_wipe, "a test")
    store.maintenance.wipe()


SCHEMA = """
    SELECT 'column', table_name, column_name, concat_ws(' ', data_type, is_nullable, column_default)
    FROM information_schema.columns WHERE table_schema = 'public'
    UNION ALL
    SELECT 'statistics', attrelid::regclass::text, attname, attstattarget::text
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND attnum > 0
    UNION ALL
    SELECT 'options', relname, relkind::text, concat(reloptions, relacl) FROM pg_class
    WHERE relnamespace = 'public'::regnamespace
    UNION ALL
    SELECT 'column grants', attrelid::regclass::text, attname, attacl::text
    FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
    WHERE relnamespace = 'public'::regnamespace AND attacl IS NOT NULL
    UNION ALL
    SELECT 'index', tablename, indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
    UNION ALL
    SELECT 'constraint', conrelid::regclass::text, conname, pg_get_constraintdef(oid)
    FROM pg_constraint WHERE connamespace = 'public'::regnamespace
    ORDER BY 1, 2, 3, 4
"""


def test_the_schema_is_the_same_afterwards(filled, postgresql_url, postgresql_server):
    """With what an operator has granted to others, such as a role that only reads."""
    with connect(postgresql_url) as connection:
        connection.execute("GRANT SELECT ON response, tally, token TO pg_monitor, PUBLIC")
        connection.execute("GRANT UPDATE ON tally TO pg_monitor WITH GRANT OPTION")
        connection.execute(
            "GRANT SELECT (survey, item), UPDATE (item) ON tally TO pg_read_all_data"
        )
        before = connection.execute(SCHEMA).fetchall()
        filled.surveys.set_state("open34", State.CLOSED)
        assert connection.execute(SCHEMA).fetchall() == before
    assert {"fillfactor=50" in str(row) for row in before if row[:2] == ("options", "tally")} == {
        True
    }


def test_the_owner_is_the_same_after_another_role_closes(filled, postgresql_url):
    """As when an administrator's command closes a survey: the app's role can still do so, too."""
    owners = "SELECT tableowner FROM pg_tables WHERE schemaname = 'public'"
    role = f"app_{secrets.token_hex(4)}"
    with connect(postgresql_url) as connection:
        connection.execute(f"CREATE ROLE {role}")
        for (table,) in connection.execute(
            "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        ).fetchall():
            connection.execute(f"ALTER TABLE {table} OWNER TO {role}")
    filled.surveys.set_state("open34", State.CLOSED)
    with connect(postgresql_url) as connection:
        assert set(connection.execute(owners).fetchall()) == {(role,)}
        connection.execute(f"REASSIGN OWNED BY {role} TO CURRENT_USER")
        connection.execute(f"DROP ROLE {role}")


def test_a_view_of_a_table_is_named_as_what_keeps_it_from_new_files(filled, postgresql_url):
    with connect(postgresql_url) as connection:
        connection.execute("CREATE VIEW arrivals AS SELECT survey FROM response")
    with pytest.raises(StoreUnavailable, match="a view"):
        owed(filled)
    with connect(postgresql_url) as connection:
        connection.execute("DROP VIEW arrivals")
    filled.maintenance.wipe()
    with filled.database.reading() as rows:
        assert not is_wipe_pending(rows)


def test_responses_wait_only_while_what_is_not_closed_moves(filled, monkeypatch):
    """And a closed survey cannot be deleted while it is copied: its rows would come back."""
    copy, stored = table_rewriting.new_files.copy, []

    with ThreadPoolExecutor(1) as pool:

        def observed(connection, table: str, *rest) -> None:
            copy(connection, table, *rest)
            if table == "response" and not stored:
                stored.append(filled.responses.add("other3", response_of("e" * 32)))
                stored.append(pool.submit(filled.surveys.delete, "tokn34"))
            elif table == "token":
                assert not stored[1].done()

        filled.surveys.add(Survey("tokn34", INSTRUMENT, State.OPEN))
        filled.responses.add("tokn34", response_of("d" * 32))
        filled.surveys.set_state("tokn34", State.CLOSED)
        monkeypatch.setattr(table_rewriting.new_files, "copy", observed)
        filled.surveys.set_state("open34", State.CLOSED)
        monkeypatch.undo()
        assert stored[0] is True
        assert stored[1].result() is True
    assert filled.responses.tally("other3").responses == N + 1
    with filled.database.reading() as rows:
        assert rows.execute("SELECT FROM response WHERE survey = 'tokn34'").fetchall() == []


def response_of(response_id: str) -> Response:
    return Response(INSTRUMENT.digest, response_id, (0, 1))


def test_files_hold_each_response_once_and_nothing_of_a_deleted_survey(
    filled, postgresql_url, postgresql_server, ids
):
    """Read from the disk: a dead row would be there, whatever the tables say."""
    before = files(postgresql_url)
    filled.surveys.delete("open34")
    after = files(postgresql_url)
    assert not set(before.values()) & set(after.values())
    content = {table: (postgresql_server.data / path).read_bytes() for table, path in after.items()}
    assert {b"open34" in each for each in content.values()} == {False}
    assert {b"other3" in each for each in content.values()} == {True}
    responses = content["response"]
    assert {responses.count(bytes.fromhex(response_id)) for response_id in ids} == {1}
    places = [responses.index(bytes.fromhex(response_id)) for response_id in ids]
    assert abs(kendalltau(range(N), places).statistic) <= LARGEST_TAU


@pytest.mark.parametrize("instead", ["VACUUM FULL response", "REINDEX TABLE response"])
def test_less_than_a_rewrite_in_one_transaction_is_caught(
    filled, postgresql_url, ids, monkeypatch, instead
):
    def lesser(connections) -> None:
        with connections.autocommit() as connection:
            connection.execute(instead)

    monkeypatch.setattr(database, "wipe_if_pending", lesser)
    filled.surveys.set_state("open34", State.CLOSED)
    distinct, by_place, by_transaction = traces(postgresql_url, "open34", ids)
    assert (distinct, by_place > LARGEST_TAU, by_transaction > LARGEST_TAU) == (N, True, True)


def at_its_time(store: PostgreSQLStore) -> None:
    store.surveys.begin_last_minute("open34", -55)
    assert store.surveys.close_due(5) == ["open34"]


def by_hand(store: PostgreSQLStore) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(store.database, "wipe", lambda: None)
        store.surveys.set_state("open34", State.CLOSED)


@pytest.mark.parametrize("closed_by", [at_its_time, by_hand])
def test_a_restart_wipes_what_a_killed_process_left_and_once(
    filled, postgresql_url, ids, closed_by, monkeypatch
):
    """Eight that look at once, as at the start of eight workers, rewrite the tables once."""
    closed_by(filled)
    assert traces(postgresql_url, "open34", ids)[0] == N
    rewritten = []
    rewrite, finish = table_rewriting._rewrite, table_rewriting.new_files.finish

    def counted(connection, step: dict[str, str]) -> None:
        rewritten.extend(step)
        rewrite(connection, step)

    def finished(connection, table: str) -> None:
        rewritten.append(table)
        finish(connection, table)

    monkeypatch.setattr(table_rewriting, "_rewrite", counted)
    monkeypatch.setattr(table_rewriting.new_files, "finish", finished)
    with closing(PostgreSQLStore(postgresql_url)) as restarted:
        with ThreadPoolExecutor(8) as pool:
            list(pool.map(lambda _: Housekeeper(restarted, KEY).look(), range(8)))
        distinct, by_place, _ = traces(postgresql_url, "open34", ids)
        assert (distinct, by_place <= LARGEST_TAU) == (1, True)
        Housekeeper(restarted, KEY).look()
    assert rewritten == list(table_rewriting.TABLES)


@pytest.mark.exhaustive
def test_responses_sent_meanwhile_are_stored_and_counted(filled):
    """Closing one survey again and again while another takes responses."""
    filled.surveys.set_state("open34", State.CLOSED)
    sent = []

    def send() -> None:
        for number in range(200):
            sent.append(
                filled.responses.add(
                    "other3", Response(INSTRUMENT.digest, f"{number:032x}", (1, 1))
                )
            )

    threads = [threading.Thread(target=send) for _ in range(4)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        filled.surveys.set_state("open34", State.CLOSED)
        assert filled.responses.tally("open34").responses == N
    assert sorted(sent) == [False] * 600 + [True] * 200
    assert filled.responses.tally("other3").responses == N + 200


def token_hashes(ids: list[str]) -> list[str]:
    return [hashlib.sha256(f"token of {response_id}".encode()).hexdigest() for response_id in ids]


def joined_by_transaction(url: str) -> list[tuple[str, str]]:
    """(response id, hash of the token) of rows that one and the same transaction wrote alone."""
    with connect(url) as connection:
        rows = connection.execute(
            "SELECT r.response_id, t.token_hash FROM response r"
            " JOIN token t ON r.xmin::text = t.xmin::text"
            " JOIN (SELECT xmin::text AS alone FROM token GROUP BY 1 HAVING count(*) = 1) once"
            " ON alone = t.xmin::text"
        ).fetchall()
    return [(response_id.hex, token_hash) for response_id, token_hash in rows]


def test_while_open_a_token_and_its_response_can_be_joined(with_tokens, postgresql_url, ids):
    """The control, and what the page of tokens says: until the survey is closed."""
    pairs = dict(zip(ids, token_hashes(ids), strict=True))
    assert dict(joined_by_transaction(postgresql_url)) == pairs


def test_after_closing_nothing_joins_a_token_and_its_response(with_tokens, postgresql_url, ids):
    with_tokens.surveys.set_state("tokn34", State.CLOSED)
    assert joined_by_transaction(postgresql_url) == []
    with connect(postgresql_url) as connection:
        transactions = connection.execute(
            "SELECT DISTINCT xmin::text FROM (SELECT xmin FROM token UNION ALL"
            " SELECT xmin FROM response UNION ALL SELECT xmin FROM tally) AS all_rows"
        ).fetchall()
        rows = connection.execute("SELECT token_hash FROM token ORDER BY ctid").fetchall()
    assert len(transactions) == 1
    places = {token_hash: rank for rank, (token_hash,) in enumerate(rows)}
    by_place = [places[token_hash] for token_hash in token_hashes(ids)]
    assert abs(kendalltau(range(N), by_place).statistic) <= LARGEST_TAU
    assert with_tokens.surveys.token_counts("tokn34").spent == N


def test_rewriting_all_but_the_tokens_is_caught(with_tokens, postgresql_url, ids, monkeypatch):
    others = {table: order for table, order in table_rewriting.LARGE.items() if table != "token"}
    monkeypatch.setattr(table_rewriting, "LARGE", others)
    with_tokens.surveys.set_state("tokn34", State.CLOSED)
    with connect(postgresql_url) as connection:
        spent_in_order = connection.execute(
            "SELECT token_hash FROM token ORDER BY xmin::text::bigint"
        ).fetchall()
    assert [row[0] for row in spent_in_order] == token_hashes(ids)
