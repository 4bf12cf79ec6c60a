"""The documentation's verifier in Python finds every lie, and shares nothing with the app.

The one in JavaScript: tests/browser/learning/test_independent_verifier.py.
"""

import json
import subprocess
import sys

import pytest
from archive import EXPORTS, RECEIPTS, SIGNED
from doctored_results import TRUE, Case
from independent_verifiers import PROGRAMS, python_verifier
from lies import TRUTHS
from omissions import OMISSIONS
from table_of_lies import LEAVES, cells

from survey.text.earlier_definitions import STATED

VERIFIER = python_verifier()
LISTS, LEFT = cells("python", "list"), cells("python", "list", LEAVES)
VOID_RECEIPTS, FALSE_OMISSIONS = cells("python", "receipt"), cells("python", "omission")


def faults(case: Case) -> list[str]:
    return VERIFIER.verify(case.export, case.root, case.key, case.receipt, case.earlier)


@pytest.mark.parametrize("lie", LISTS)
def test_every_lie_is_found(lie):
    assert faults(LISTS[lie]())


@pytest.mark.parametrize("lie", LEFT)
def test_what_it_leaves_to_survey_verify_it_says(lie):
    assert not faults(LEFT[lie]())
    assert all(each in VERIFIER.LEFT for each in ("every interval but hoeffding", "projected"))


def test_both_programs_say_that_they_leave_sentences():
    document = json.loads(TRUE.text)
    document["questions"][0]["sentence"] = "Everybody did."
    assert faults(Case(document)) == []
    assert VERIFIER.LEFT.startswith("sentences, ")
    assert f'LEFT = "{VERIFIER.LEFT}"' in PROGRAMS["verify_list.mjs"].read_text("utf-8")


@pytest.mark.parametrize("name", SIGNED)
def test_every_export_that_was_signed_passes(name):
    export = json.loads(EXPORTS[name].read_text("utf-8"))
    receipt = json.loads(RECEIPTS[name].read_text("utf-8"))
    assert VERIFIER.verify(export, receipt=receipt) == []


def test_as_a_command_it_says_what_it_did_not_check(tmp_path):
    path = tmp_path / "export.json"
    path.write_text(TRUE.text, "utf-8")
    command = [sys.executable, PROGRAMS["verify_list.py"], path, TRUE.root, TRUE.fingerprint]
    told = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    assert told.splitlines() == ["No fault.", f"Not checked: {VERIFIER.LEFT}."]


@pytest.mark.parametrize("truth", TRUTHS)
def test_what_is_true_passes(truth):
    assert faults(TRUTHS[truth]()) == []


@pytest.mark.parametrize("receipt", VOID_RECEIPTS)
def test_another_receipt_is_told(receipt):
    assert faults(Case(TRUE.document, receipt=VOID_RECEIPTS[receipt]()))


@pytest.mark.parametrize("place", OMISSIONS)
def test_a_true_omission_holds(place):
    assert VERIFIER.verify_omission(OMISSIONS[place]()) == []


@pytest.mark.parametrize("lie", FALSE_OMISSIONS)
def test_a_false_omission_does_not(lie):
    assert VERIFIER.verify_omission(FALSE_OMISSIONS[lie]())


@pytest.mark.parametrize("name", PROGRAMS)
def test_each_is_short_and_independent(name):
    text = PROGRAMS[name].read_text("utf-8")
    assert len([line for line in text.splitlines() if line.strip()]) <= 220
    for word in ("import survey", "from survey", "node:crypto", "require("):
        assert word not in text
    assert all(each in text for each in STATED)
