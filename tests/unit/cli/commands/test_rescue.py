"""survey rescue: what can be read of a damaged database, and how much cannot."""

import sqlite3
from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from damaged_files import PAGE, damage_page_with
from instruments import make_one_question_each

from survey.app import create_app
from survey.core.responses.response import Response
from survey.store import Instructor, State, Survey
from survey.store.sqlite.engine import SQLiteStore

MANY = 500


@pytest.fixture
def place(config, store):
    """A database of an instance that was started, with surveys of several pages."""
    create_app(config, store)
    store.instructors.add(Instructor("ada", "hash"))
    store.surveys.add(Survey("many34", INSTRUMENT, State.OPEN, owner="ada"))
    store.surveys.add(Survey("toks34", INSTRUMENT, State.OPEN))
    store.surveys.add(Survey("each34", make_one_question_each(), State.OPEN))
    store.surveys.add_tokens("toks34", [f"{number:064x}" for number in range(20)])
    for number in range(MANY):
        store.responses.add("many34", response(number * 2**118 + number))
    for number in range(10):
        store.responses.add("toks34", response(number), f"{number:064x}")
    items = len(make_one_question_each().items)
    each = (1, *[None] * (items - 1))
    store.responses.add("each34", Response(make_one_question_each().digest, "a" * 32, each))
    store.surveys.set_state("toks34", State.CLOSED)
    store.surveys.add_statement("toks34", "stated 1")
    store.close()
    return config.database


@pytest.fixture
def rescue(survey_command, config, place, tmp_path):
    target = tmp_path / "read.db"

    def run():
        before = place.read_bytes()
        outcome = survey_command("rescue", target, "--data", config.data)
        assert place.read_bytes() == before
        return outcome, target

    return run


def held(path) -> dict:
    store = SQLiteStore(path)
    held = {
        each.code: (each, dict(store.responses.all(each.code)), store.surveys.tokens(each.code),
                    store.surveys.statements(each.code), store.responses.tally(each.code))
        for each in store.surveys.all()
    } | {"instructors": store.instructors.all(), "keys": store.maintenance.keys()}  # fmt: skip
    store.close()
    return held


def test_all_of_a_whole_file_is_saved(rescue, place):
    outcome, target = rescue()
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == (
        f"{target} holds 3 surveys with {MANY + 11} responses.\n"
        "Nothing that could be counted is missing.\n"
    )
    assert held(target) == held(place)
    assert target.stat().st_mode & 0o777 == 0o600


def test_responses_of_a_damaged_page_are_counted_and_all_others_saved(
    rescue, place, config, survey_command
):
    before = held(place)
    lost = f"{MANY // 2 * 2**118 + MANY // 2:032x}"
    damage_page_with(place, lost)
    outcome, target = rescue()
    after = held(target)
    ids, read = set(before["many34"][1]), set(after["many34"][1])
    assert lost not in read < ids
    assert outcome.err == f"Not read: {len(ids - read)} responses to survey many34.\n"
    assert 10 < len(ids - read) < 100  # a page's
    assert after["many34"][4].responses == len(read)
    for name in ("toks34", "each34", "instructors", "keys"):
        assert after[name] == before[name]
    assert survey_command("restore", target, "--data", config.data, "--replace").code == 0
    assert held(place) == after


def test_a_survey_whose_questionnaire_is_damaged_is_counted(rescue, place):
    content = place.read_bytes()
    at = content.index(make_one_question_each().canonical_json.encode())
    place.write_bytes(content[: at + 9] + b"?" + content[at + 10 :])
    outcome, target = rescue()
    assert outcome.err == "Not read: 1 survey with all responses.\n"
    assert set(held(target)) == {"many34", "toks34", "instructors", "keys"}


def test_an_instructor_who_cannot_be_read_keeps_the_surveys(rescue, place):
    damage_page_with(place, "adahash")
    outcome, target = rescue()
    assert outcome.err == "Not read: 2 instructors' passwords.\n"
    after = held(target)
    assert after["instructors"] == [Instructor("ada"), Instructor("instructor")]
    assert after["many34"][0].owner == "ada"


def test_whichever_page_is_damaged_there_is_a_sentence_and_no_false_row(
    rescue, place, tmp_path, exhaustive
):
    content, before, lists = place.read_bytes(), held(place), 0
    for page in range(1, len(content) // PAGE, 1 if exhaustive else 3):
        place.write_bytes(content[: page * PAGE] + b"\xff" * PAGE + content[(page + 1) * PAGE :])
        outcome, target = rescue()
        if "the list of its tables" in outcome.err:  # which takes more pages than the first
            assert outcome.code == 1
            assert not target.exists()
            lists += 1
            continue
        assert outcome.code == 0, outcome.err
        after = held(target)
        for code in set(after) & set(before) - {"instructors", "keys"}:
            assert after[code][1].items() <= before[code][1].items()
            assert after[code][2].items() <= before[code][2].items()
        assert after == before or outcome.err
        target.unlink()
    assert lists <= 3


def test_where_the_list_of_tables_is_gone_that_is_said(rescue, place):
    content = place.read_bytes()
    place.write_bytes(content[:100] + b"\xff" * (PAGE - 100) + content[PAGE:])
    outcome, target = rescue()
    assert outcome.code == 1
    assert "restore a backup" in outcome.err
    assert not target.exists()
    assert list(target.parent.glob("*.unfinished*")) == []


def test_no_table_is_forgotten(place):
    """Signing in anew, counting again and rewriting nothing take the place of the others."""
    with closing(sqlite3.connect(place)) as connection:
        names = connection.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall()
    tables = {name for (name,) in names} - {"_sqlite_migrations", "sign_in", "debt", "tally"}
    assert tables == {"survey", "response", "closed_response", "instructor", "token", "statement",
                      "public_step", "signing_key"}  # fmt: skip
