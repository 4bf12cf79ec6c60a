"""The documentation's verifier in Python finds every lie, and shares nothing with the app.

The one in JavaScript: tests/browser/learning/test_independent_verifier.py.
"""

import json
from hashlib import sha256

import pytest
from doctored_results import TRUE, Case
from independent_verifiers import program, python_verifier
from lies import LIES, TRUTHS, VOID_RECEIPTS
from omissions import FALSE_OMISSIONS, OMISSIONS

from survey.text.glossary import DEFINITIONS

PROGRAMS = ["verify_list.py", "verify_list.mjs"]
VERIFIER = python_verifier()


def faults(case: Case) -> list[str]:
    return VERIFIER.verify(case.export, case.root, case.key, case.receipt, case.earlier)


@pytest.mark.parametrize("lie", LIES)
def test_every_lie_is_found(lie):
    assert faults(LIES[lie]())


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
    text = program(name).text
    assert len([line for line in text.splitlines() if line.strip()]) <= 125
    for word in ("import survey", "from survey", "node:crypto", "require("):
        assert word not in text
    definitions = json.dumps(DEFINITIONS, ensure_ascii=False, sort_keys=True, separators=(",", ":"))
    assert sha256(definitions.encode()).hexdigest() in text
