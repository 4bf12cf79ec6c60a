"""What limited a survey stands in its export and statement; its figures are recomputed by it."""

import json
from dataclasses import replace
from pathlib import Path

import pytest
from instruments import make_mixed_instrument
from signing_keys import KEY

from survey.core.responses.response import Response
from survey.exports.catalog import EXPORTS, Source
from survey.exports.result_terms import ResultTerms
from survey.exports.results_json import everything_json
from survey.exports.verification.verify import verify
from survey.store import State, Store, Survey, open_store
from survey.wire.stating import sign_missing_statements, stated_definitions

CODE = "lim234"
REPORTS = [(0, 2, 1, 0, 1, 4), (1, 0, 0, 1, 0, 2), (1, 1, 1, 1, 1, 0), (0, 2, 0, 0, 0, 3)]


@pytest.fixture
def closed(tmp_path: Path) -> Store:
    """A survey of every kind of question that its fourth response closed."""
    store = open_store(tmp_path / "survey.db")
    instrument = make_mixed_instrument()
    store.surveys.add(Survey(CODE, instrument, State.OPEN))
    store.surveys.set_limits(CODE, len(REPORTS), False)
    for number, reports in enumerate(REPORTS):
        store.responses.add(CODE, Response(instrument.digest, f"{number:032x}", reports))
    sign_missing_statements(store, KEY)
    yield store
    store.close()


def exported(store: Store) -> dict:
    survey, notes = store.surveys.get(CODE), store.surveys.statements(CODE)
    definitions = stated_definitions(store, notes[-1])
    terms = ResultTerms(0.95, False, definitions, survey.told, True, survey.limits)
    signed = {"code": CODE, "statements": notes}
    pieces = everything_json(survey.instrument, store.responses.all(CODE), terms, signed)
    return json.loads("".join(pieces))


def test_the_cap_is_signed_and_the_horizon_figures_are_recomputed(closed):
    document = exported(closed)
    assert document["cap"] == 4
    assert "horizon" in document["questions"][0]["intervals"]
    found = verify(document)
    assert found.faults == ()
    assert found.statement.terms.cap == 4
    assert not any("horizon" in each for each in found.unchecked)
    document["questions"][0]["intervals"]["horizon"][1] -= 0.01
    assert any("horizon" in each for each in verify(document).faults)


@pytest.mark.parametrize("cap", [5, 10_000])
def test_another_cap_than_the_stated_one_is_a_fault(closed, cap):
    assert (
        f"The cap is not as stated (4, here {cap})."
        in verify(exported(closed) | {"cap": cap}).faults
    )


@pytest.mark.parametrize("cap", [True, "4", 4.0, -1, 0, 3, 10**400, [4], None, {}])
def test_a_cap_that_is_none_gives_a_finding(closed, cap):
    verify(exported(closed) | {"cap": cap})


def test_figures_that_waited_are_stated_and_told_by_the_class(closed, tmp_path):
    instrument = closed.surveys.get(CODE).instrument
    other = replace(closed.surveys.get(CODE), code="hid234", state=State.OPEN, cap=None)
    closed.surveys.add(replace(other, hidden_until_closed=True))
    closed.responses.add("hid234", Response(instrument.digest, "a" * 32, REPORTS[0]))
    closed.surveys.set_state("hid234", State.CLOSED)
    sign_missing_statements(closed, KEY)
    survey = closed.surveys.get("hid234")
    assert (survey.told, survey.limits) == ("class", {"figures": "once closed"})
    [note] = closed.surveys.statements("hid234")
    assert '\nfigures "once closed"\n' in note


def test_every_file_of_results_names_the_cap(closed):
    survey = closed.surveys.get(CODE)
    source = Source(
        CODE,
        survey.instrument,
        lambda: closed.responses.all(CODE),
        lambda: closed.responses.tally(CODE),
        ResultTerms(told=survey.told, closed=True, limits=survey.limits),
        tuple(closed.surveys.statements(CODE)),
    )
    files = {each.format: b"".join(each.encoded(source)) for each in EXPORTS}
    assert b"cap" in files["csv"].partition(b"response_id")[0]
    assert b"horizon" in files["estimates-csv"]
    assert b'"cap": 4' in files["json"]
