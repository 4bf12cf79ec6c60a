"""What a capped survey will tell is calibrated before anybody looks, and stored."""

from collections import Counter

import pytest
from instruments import make_instrument, make_mixed_instrument
from signing_keys import KEY

from survey.app.calibrations import SETTINGS, calibrate_next
from survey.app.housekeeper import Housekeeper
from survey.core.intervals import calibration
from survey.core.intervals.calibration import Design
from survey.core.responses.tally import tally_from
from survey.core.results.results import CONFIDENCES, question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText

CODE = "cap234"


@pytest.fixture(autouse=True)
def nothing_known(monkeypatch):
    monkeypatch.setattr(calibration, "_known", {})


def calibrated(store, survey: Survey) -> Survey:
    store.surveys.add(survey)
    done: Counter = Counter()
    for _ in SETTINGS:
        assert store.surveys.uncalibrated() == [CODE]
        calibrate_next(store, done)
    assert store.surveys.uncalibrated() == []
    assert not done
    return store.surveys.get(CODE)


@pytest.mark.parametrize("make", [lambda: make_instrument("1/4", "2/5"), make_mixed_instrument])
def test_then_no_look_computes_one(store, monkeypatch, make):
    survey = calibrated(store, Survey(CODE, make(), State.OPEN, cap=30))
    monkeypatch.setattr(calibration, "_known", {})
    calibration.know(survey.calibrated)  # as another process has it, from the row

    def fail(*_) -> float:
        raise AssertionError("computed while somebody looks")

    monkeypatch.setattr(Design, "worst", fail)
    for responses in (1, 7, 30):
        rows = [
            [responses // item.options + (place < responses % item.options)
             for place in range(item.options)]
            for item in survey.instrument.items
        ]  # fmt: skip
        counted = tally_from(survey.instrument, rows)
        for confidence in CONFIDENCES:
            for together in (False, True):
                for result in question_results(
                    survey.instrument, counted, confidence, together, survey.told, survey.cap
                ):
                    assert QuestionText(result).sentence


def test_another_cap_forgets_it_and_a_survey_that_tells_another_interval_has_none(store):
    calibrated(store, Survey(CODE, make_instrument("1/4"), State.OPEN, cap=20))
    store.surveys.set_limits(CODE, 21, False)
    assert store.surveys.uncalibrated() == [CODE]
    assert store.surveys.get(CODE).calibrated == ()
    store.surveys.set_limits(CODE, 21, True)
    assert store.surveys.uncalibrated() == []
    store.surveys.set_limits(CODE, None, False)
    assert store.surveys.uncalibrated() == []


def test_the_housekeeper_does_it(store):
    store.surveys.add(Survey(CODE, make_instrument("1/4"), State.OPEN, cap=20))
    housekeeper = Housekeeper(store, KEY)
    for _ in SETTINGS:
        housekeeper.look()
    assert {each.confidence for each in store.surveys.get(CODE).calibrated} >= set(CONFIDENCES)
