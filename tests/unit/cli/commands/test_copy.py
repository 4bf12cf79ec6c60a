"""survey copy: both ways between the engines, and nothing kept if anything differs."""

import hashlib
import json
import random
import sqlite3
from contextlib import closing

import pytest
from instruments import make_instrument, make_mixed_instrument
from opened_again import come_after_the_statement

from survey.core.responses.response import Response
from survey.store import Instructor, State, Store, Survey, open_store
from survey.store.maintenance.open import described, open_moved
from survey.store.postgresql.connection import connect
from survey.store.sql import store as sql_store
from survey.store.sqlite.engine import SQLiteStore

MIXED = make_mixed_instrument()
SHORT = make_instrument("1/4", "1/3", title="Fälle — 試験")
SURVEYS = [
    Survey("zzz234", SHORT, State.OPEN, results_public=True, fewest_responses=9),
    Survey("drf234", MIXED, State.DRAFT),
    Survey("aaa234", MIXED, State.OPEN),
    Survey("emp234", SHORT, State.OPEN, closes_at=2_000_000_000),
    Survey("clo234", MIXED, State.OPEN),
    Survey("ada234", SHORT, owner="ada"),
    Survey("owe234", SHORT, State.CLOSED),
]


def fill(store: Store) -> None:
    """Surveys in every state, an instructor with a password, one with a link, tokens, a sign-in."""
    coins = random.Random(11)
    store.instructors.add(Instructor("ada", None, "link"))
    for survey in SURVEYS:
        store.surveys.add(survey)
    for code, instrument in (("zzz234", SHORT), ("aaa234", MIXED), ("clo234", MIXED)):
        for _ in range(60):
            reports = tuple(coins.randrange(item.options) for item in instrument.items)
            response_id = f"{coins.getrandbits(128):032x}"
            store.responses.add(code, Response(instrument.digest, response_id, reports))
    store.surveys.set_state("clo234", State.CLOSED)
    store.surveys.add_statement("clo234", "deniable/statement/clo234/1\n“signed”\n", '{"ε":"1"}')
    another = Response(MIXED.digest, "f" * 32, tuple(0 for _ in MIXED.items))
    come_after_the_statement(store, "clo234", [another])  # by an earlier release
    store.responses.take_due_steps()
    store.surveys.add_tokens("emp234", [f"hash {number}" for number in range(5)])
    store.responses.add("emp234", Response(SHORT.digest, "e" * 32, (0, 1)), "hash 3")
    store.instructors.save(Instructor("instructor", "scrypt:x", None, 3.3))
    store.instructors.add_sign_in("token", "instructor")


def everything(store: Store) -> list[object]:
    """All that the store's verbs tell."""
    codes = [survey.code for survey in store.surveys.all()]
    return [
        store.surveys.all(),
        [list(store.responses.all(code)) for code in codes],
        [store.responses.tally(code) for code in codes],
        [store.responses.kept_steps(code) for code in codes],
        [store.surveys.token_counts(code) for code in codes],
        [store.surveys.tokens(code) for code in codes],
        [store.surveys.statements(code) for code in codes],
        [store.surveys.definitions(code) for code in codes],
        [store.surveys.listed(code) for code in codes],
        store.surveys.missing_statements(),
        [store.instructors.get(name) for name in ("instructor", "ada")],
    ]


@pytest.fixture
def places(postgresql_url, config, tmp_path):
    """A folder with a SQLite file, a PostgreSQL database and a file that is not there yet."""
    return {"folder": config.data, "address": postgresql_url, "file": tmp_path / "other.db"}


def opened(place) -> Store:
    """The store at this place, also if everything was copied away from it."""
    return open_moved(place / "survey.db" if getattr(place, "is_dir", bool)() else place)


WAYS = [("folder", "address"), ("address", "file"), ("folder", "file")]


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_everything_arrives_and_the_source_stays(survey_command, places, source, target):
    source, target = places[source], places[target]
    with closing(opened(source)) as store:
        fill(store)
        sent = everything(store)
    outcome = survey_command("copy", source, target, "--format", "json")
    assert (outcome.code, "Error" in outcome.err) == (0, False)
    copied = {each["code"]: each for each in json.loads(outcome.out)["surveys"]}
    assert set(copied) == {survey.code for survey in SURVEYS}
    with closing(opened(target)) as store, closing(opened(source)) as before:
        assert everything(store) == sent == everything(before)
        assert before.instructors.signed_in("token")
        assert store.instructors.signed_in("token") is None
        for code, each in copied.items():
            rows = list(store.responses.all(code))
            lines = "".join(f"{key} {','.join(map(str, reports))}\n" for key, reports in rows)
            assert each["digest"] == hashlib.sha256(lines.encode()).hexdigest()
            assert each["responses"] == len(rows)
            assert each["instrument"] == store.surveys.get(code).instrument.digest
        # It goes on as if nothing had happened.
        assert store.surveys.add(Survey("new234", SHORT))
        assert store.surveys.all()[0].code == "new234"
        assert store.responses.add("zzz234", Response(SHORT.digest, "f" * 32, (1, 1)))
        assert store.responses.tally("zzz234").responses == 61


def test_there_and_back_is_the_same(survey_command, places):
    with closing(opened(places["folder"])) as store:
        fill(store)
        sent = everything(store)
    assert survey_command("copy", places["folder"], places["address"]).code == 0
    outcome = survey_command("copy", places["address"], places["file"])
    assert "Copied 7 surveys with 182 responses; all digests agree." in outcome.out
    with closing(opened(places["file"])) as store:
        assert everything(store) == sent
    assert places["file"].stat().st_mode & 0o777 == 0o600


def test_of_a_sqlite_source_only_the_mark_changes(survey_command, places, config):
    with closing(opened(places["folder"])) as store:
        fill(store)

    def content() -> list[str]:
        with closing(sqlite3.connect(config.database)) as connection:
            return list(connection.iterdump())

    before = content()
    assert survey_command("copy", config.database, places["address"]).code == 0
    changed = content()
    assert [each for each in changed if each not in before] == [
        "CREATE TABLE moved (name text NOT NULL);",
        f"INSERT INTO \"moved\" VALUES('{described(places['address'])}');",
    ]
    assert [each for each in before if each not in changed] == []


def test_no_order_of_arrival_comes_along(survey_command, places):
    with closing(opened(places["folder"])) as store:
        fill(store)
    assert survey_command("copy", places["folder"], places["address"]).code == 0
    with connect(places["address"]) as connection:
        query = "SELECT count(DISTINCT xmin::text) FROM response"
        assert connection.execute(query).fetchone() == (1,)
        by_place, by_key = (
            connection.execute(
                f"SELECT response.ctid FROM response JOIN survey ON code = survey ORDER BY {order}"
            ).fetchall()
            for order in ("response.ctid", "position, response_id")
        )
    assert by_place == by_key


@pytest.mark.parametrize(("source", "target"), WAYS)
def test_a_target_with_surveys_is_refused_and_stays(survey_command, places, source, target):
    source, target = places[source], places[target]
    with closing(opened(source)) as store:
        fill(store)
    with closing(open_store(target)) as store:
        store.surveys.add(Survey("old234", SHORT))
        store.instructors.add(Instructor("old"))
    outcome = survey_command("copy", source, target)
    assert outcome.code == 1
    assert "holds surveys already" in outcome.err
    with closing(open_store(target)) as store:
        assert [survey.code for survey in store.surveys.all()] == ["old234"]
        assert store.instructors.get("old") == Instructor("old")


DAMAGES = {
    "a response is lost": "DELETE FROM response WHERE survey = 'aaa234'",
    "reports change": "UPDATE response SET reports = {reports} WHERE survey = 'zzz234'",
    "a survey changes": "UPDATE survey SET fewest_responses = 7 WHERE code = 'emp234'",
    "an instructor changes": "UPDATE instructor SET largest_epsilon = NULL",
    "a token is unspent": "UPDATE token SET spent = {false}",
    "a count is lost": "DELETE FROM tally WHERE survey = 'clo234' AND item = 2",
}


@pytest.mark.first_cell
@pytest.mark.parametrize("damage", DAMAGES)
@pytest.mark.parametrize(("source", "target"), WAYS)
def test_what_arrives_changed_is_not_kept(
    survey_command, places, monkeypatch, source, target, damage
):
    """The control of every comparison: the target is changed behind the copy's back."""
    with closing(opened(places[source])) as store:
        fill(store)
    reports, false = ("'\\x0000'", "false") if target == "address" else ("'[0,0]'", "0")
    real = sql_store.fill

    def fill_and_change(connection, *contents) -> None:
        real(connection, *contents)
        connection.execute(DAMAGES[damage].format(reports=reports, false=false))

    monkeypatch.setattr(sql_store, "fill", fill_and_change)
    outcome = survey_command("copy", places[source], places[target])
    assert outcome.code == 1
    assert "did not arrive as the source has it" in outcome.err
    if target == "file":
        assert not places["file"].exists()
    else:
        with closing(open_store(places[target])) as store:
            assert store.surveys.all() == []
            assert store.instructors.get("ada") is None


def test_what_comes_meanwhile_is_not_left_behind_in_silence(survey_command, places, monkeypatch):
    with closing(opened(places["folder"])) as store:
        fill(store)
        real = sql_store.fill

        def fill_and_respond(connection, *contents) -> None:
            real(connection, *contents)
            store.responses.add("zzz234", Response(SHORT.digest, "f" * 32, (1, 1)))

        monkeypatch.setattr(sql_store, "fill", fill_and_respond)
        outcome = survey_command("copy", places["folder"], places["file"])
    assert outcome.code == 1
    assert "Survey zzz234 did not arrive" in outcome.err
    assert not places["file"].exists()


def test_tallies_of_the_source_that_do_not_agree_are_found(survey_command, places, config):
    with closing(opened(places["folder"])) as store:
        fill(store)
        store.database.writer.write(
            lambda connection: connection.execute("DELETE FROM tally WHERE item = 1")
        )
    outcome = survey_command("copy", places["folder"], places["address"])
    assert outcome.code == 1
    assert "did not arrive as the source has it" in outcome.err


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("nowhere.db", "target.db"), 1, "elsewhere/nowhere.db."),
        (("{folder}", "mysql://a:canary@b/c"), 2, "postgresql://"),
        (("{folder}", "{folder}"), 1, "the same"),
        (("{address}", "target.db"), 1, "holds no data of this app"),
        (("{folder}/secret", "target.db"), 1, "not a SQLite database"),
        (("{folder}", "no/such/folder/target.db"), 1, "Check its folder"),
    ],
)
def test_refusals_leave_nothing_behind(
    survey_command, places, tmp_path, monkeypatch, arguments, code, words
):
    folder = tmp_path / "elsewhere"
    folder.mkdir()
    monkeypatch.chdir(folder)
    SQLiteStore(places["folder"] / "survey.db").close()
    (places["folder"] / "secret").write_text("x" * 2000)
    outcome = survey_command("copy", *(each.format(**places) for each in arguments))
    assert outcome.code == code
    assert words in outcome.err
    assert "canary" not in outcome.err
    assert list(folder.iterdir()) == []


def test_one_survey_is_told_as_one(survey_command, config, store, open_survey, tmp_path):
    outcome = survey_command("copy", config.data, tmp_path / "kept.db")
    assert "Copied 1 survey with 0 responses; all digests agree." in outcome.out
