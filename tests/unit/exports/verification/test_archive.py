"""What a release has exported and signed verifies with every later one, and this one's with those.

A later release is made here: this one's files, with other words and another interval.
"""

import json
import shutil
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from archive import EXPORTS, FOLDER, RECEIPTS
from closed_survey import KEY, make_closed_survey
from contract_survey import INSTRUMENT, response
from doctored_results import restated, signed

import survey
from survey.core.responses.statement_terms import TermLines, term_lines
from survey.exports.verification.receipts import read_receipt, shown_by
from survey.exports.verification.verify import verify
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore
from survey.text.earlier_definitions import last_unsigned
from survey.text.glossary import DEFINITIONS, definitions_text
from survey.wire.signed_note import read_signed_statement
from survey.wire.stating import sign_missing_statements

# As a next release might: a letter in two definitions, and an interval with another rule and name.
CHANGES = [
    ("text/glossary.py", "the number of reports that say", "the count of reports that say"),
    (
        "text/interval_words.py",
        "exact for this very class: each",
        "Exact for this very class: each",
    ),
    ("core/intervals/registry.py", 'CLASS = Method("class"', 'CLASS = Method("narrower"'),
]
CLOSED = make_closed_survey()
CLOSED_TERMS = read_signed_statement(CLOSED.notes[0]).more


def read(path: Path) -> dict:
    return json.loads(path.read_text("utf-8"))


@pytest.fixture(scope="module")
def later_release(tmp_path_factory):
    """Runs a program with the next release."""
    root = tmp_path_factory.mktemp("later")
    package = Path(survey.__path__[0])
    ignored = shutil.ignore_patterns("__pycache__", "docs", "*.po")
    shutil.copytree(package, root / "survey", ignore=ignored)
    for place, old, new in CHANGES:
        path = root / "survey" / place
        text = path.read_text("utf-8")
        assert text.count(old) == 1, place
        path.write_text(text.replace(old, new), "utf-8")

    def run(program: str, *arguments: object) -> str:
        told = subprocess.run(
            [sys.executable, "-c", program, *map(str, arguments)],
            cwd=root, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert told.returncode == 0, told.stderr
        return told.stdout

    return run


VERIFY = """
import json, sys
from survey.exports.verification.verify import verify
found = [verify(json.load(open(path, encoding="utf-8"))) for path in sys.argv[1:]]
print(json.dumps([[each.faults, each.cautions, each.unchecked] for each in found]))
"""


def test_the_first_release_and_every_question_kind_are_there():
    kinds = {each["kind"] for each in read(FOLDER / "0.1.0/all-kinds.json")["questions"]}
    assert kinds == {"yes/no", "choice", "several", "number", "rating"}
    assert any(name.endswith("one-each") for name in EXPORTS)
    assert any(name.endswith("tokens") and name.startswith("0.1.0") for name in EXPORTS)


@pytest.mark.parametrize("name", EXPORTS)
def test_every_export_ever_made_verifies(name):
    found = verify(read(EXPORTS[name]))
    assert found.faults == found.cautions == ()
    assert found.figures > 90
    if not (found.statement and found.statement.terms.definitions):  # else the signed ones hold
        assert not any("definitions" in each for each in found.unchecked)


@pytest.mark.parametrize("name", [name for name in EXPORTS if name < "0.2.0.dev0-2026-11-24"])
def test_intervals_that_had_another_rule_are_named(name):
    unchecked = verify(read(EXPORTS[name])).unchecked
    assert [each.split(":")[0].split(" ")[-1] for each in unchecked if "another rule" in each] == [
        "class", "population", "anytime"
    ]  # fmt: skip


@pytest.mark.parametrize("name", RECEIPTS)
def test_every_receipt_ever_given_is_found(name):
    found = verify(read(EXPORTS[name]))
    assert shown_by(read_receipt(RECEIPTS[name].read_bytes()), found).counted


@pytest.mark.parametrize("name", EXPORTS)
def test_an_altered_figure_in_it_is_a_fault(name):
    document = read(EXPORTS[name])
    document["questions"][0]["intervals"]["hoeffding"][0] += 0.01
    assert verify(document).faults


@pytest.mark.parametrize("name", RECEIPTS)
def test_an_altered_definition_beside_a_statement_is_a_fault(name):
    document = read(EXPORTS[name])
    document["definitions"]["estimate"] += "!"
    assert any("definitions" in each for each in verify(document).faults)


def test_the_next_release_verifies_them_and_this_ones(later_release, tmp_path):
    mine = tmp_path / "mine.json"
    mine.write_text(CLOSED.text, "utf-8")
    *earlier, this = json.loads(later_release(VERIFY, *EXPORTS.values(), mine))
    assert [faults + cautions for faults, cautions, _ in [*earlier, this]] == [[]] * (
        len(EXPORTS) + 1
    )
    assert "The interval narrower: the file has none." in this[2]
    assert "The interval class: this release does not know it." in this[2]
    for word in ("reported_yes", "class", "narrower"):
        assert f"What definitions.{word} says: this release has other words." in this[2]


def test_this_release_verifies_the_next_ones(later_release):
    program = """
import sys
sys.path.append(sys.argv[1])
from closed_survey import make_closed_survey
print(make_closed_survey().text)
"""
    document = json.loads(later_release(program, Path(__file__).parents[3] / "support"))
    assert "narrower" in document["definitions"]
    found = verify(document)
    assert found.faults == found.cautions == ()
    assert "The interval narrower: this release does not know it." in found.unchecked
    assert "The interval class: the file has none." in found.unchecked
    document["definitions"]["narrower"] += "!"
    assert verify(document).faults == ("The definitions are not those that the statement signs.",)


def test_the_next_release_exports_the_words_that_were_signed(later_release, tmp_path):
    with closing(SQLiteStore(tmp_path / "survey.db")) as store:
        store.surveys.add(Survey("bcd234", INSTRUMENT, State.OPEN, fewest_responses=1))
        for number in range(30):
            store.responses.add("bcd234", response(number))
        store.surveys.set_state("bcd234", State.CLOSED)
        sign_missing_statements(store, KEY)
    export = "import sys; from survey.cli import main; main(sys.argv[1:])"
    options = ["export", "bcd234", "--data", tmp_path]
    document = json.loads(later_release(export, *options))
    assert document["definitions"] == DEFINITIONS
    found = verify(document)
    assert found.faults == found.cautions == ()
    assert "The interval class: the file has none." in found.unchecked


def test_what_was_closed_before_any_were_signed_keeps_its_words():
    """Its exports carry the last unsigned words for ever, which each release knows."""
    document = restated(CLOSED, more=TermLines())
    assert last_unsigned() != definitions_text()
    assert verify(document).faults
    document["definitions"] = json.loads(last_unsigned())
    assert verify(document).faults == ()


def test_what_a_release_does_not_know_is_not_checked_and_named():
    document = restated(CLOSED, more=TermLines((*CLOSED_TERMS.lines, ("place", '"Ulm"'))))
    document |= {"room": "H 3"}
    unchecked = verify(document).unchecked
    assert "What the statement's line “place” says." in unchecked
    assert "What room says." in unchecked
    assert verify(document).faults == ()


def test_more_responses_than_the_cap_are_a_fault():
    lines = (*CLOSED_TERMS.lines, *term_lines(cap=59).lines)
    assert any("no more than 59" in each
               for each in verify(restated(CLOSED, more=TermLines(lines))).faults)  # fmt: skip
    lines = (*CLOSED_TERMS.lines, *term_lines(cap=60).lines)
    assert verify(restated(CLOSED, more=TermLines(lines))).faults == ()


def test_an_interval_cut_from_one_question_is_a_fault():
    document = signed(CLOSED, CLOSED.rows).document
    del document["questions"][0]["intervals"]["class"]
    assert verify(document).faults
