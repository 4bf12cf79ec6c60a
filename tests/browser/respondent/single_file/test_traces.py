"""The answer never leaves the file: all that it sends and keeps is the same for all answers.

As tests/browser/respondent/test_non_interference.py has it for the page that a server gives; of
a questionnaire that is read in a translation, too. What is handed over without a
network is in test_traces_of_hand_over.py.
"""

from itertools import product

import pytest
from instruments import make_instrument
from leaks import LEAKS
from single_file import put_changed_file, with_survey
from traces import Observer
from translated import make_italian_instrument

from survey.core.responses.links import survey_link
from survey.store import State, Survey

ANSWERS = list(product((0, 1), repeat=2))


@pytest.fixture
def observer_of(new_context, watched, store, address):
    """Sees what a file does with a survey that has this instrument."""

    def observer(file: str, instrument, language: str = "", **how) -> Observer:
        store.surveys.add(Survey("trac34", instrument, State.OPEN))
        path = with_survey(file, survey_link(f"{address}/s/trac34", instrument.digest))
        if not language:
            return Observer(new_context, watched, path, instrument, **how)
        worded = instrument.worded_in(language)
        return Observer(new_context, watched, f"{path}&lang={language}", worded, **how)

    return observer


@pytest.fixture
def reports(exhaustive) -> list[tuple[int, int]]:
    return [(0, 1), (1, 1)] if exhaustive else [(0, 1)]


def test_traces_of_the_file_are_identical_for_all_answers(observer_of, file, reports):
    observer = observer_of(file, make_instrument("1/4", "1/3"))
    assert observer.count_leaks(ANSWERS, reports) == (0, 4 * len(reports))


@pytest.mark.exhaustive
def test_traces_are_identical_for_all_answers_in_a_translation(observer_of, file, reports):
    observer = observer_of(file, make_italian_instrument(), "it")
    assert observer.count_leaks(ANSWERS, reports) == (0, 4 * len(reports))


# The file's own address has the survey's: another one would open another page. It has no private
# file system either.
ELSEWHERE = {"answer in the address", "answer in the private file system"}


@pytest.mark.first_cell
@pytest.mark.parametrize("control", [name for name in LEAKS if name not in ELSEWHERE])
def test_leak_of_the_file_is_caught(observer_of, tmp_path, control):
    observer = observer_of(put_changed_file(tmp_path, LEAKS[control]), make_instrument("1/4"))
    assert observer.count_leaks([(0,), (1,)], [(1,)]) == (1, 2)


# What a careless edit might do where a translation is read.
TRANSLATED_ANSWER_SAID = (
    r"const \{ questions, before",
    "if (survey.questions[0].original) fetch(`${survey.base}/state?${answers[0]}`);\n"
    "const { questions, before",
)


@pytest.mark.exhaustive
def test_leak_of_a_translation_is_caught(observer_of, tmp_path):
    changed = put_changed_file(tmp_path, TRANSLATED_ANSWER_SAID)
    observer = observer_of(changed, make_italian_instrument(), "it")
    assert observer.count_leaks([(0, 1), (1, 1)], [(1, 0)]) == (1, 2)
