"""Promise 1 for choices, several options, numbers and ratings, as test_non_interference.py has it.

Every answer to every question meets two reports of it, and with --exhaustive every one, in
five vectors of answers by as many of reports: all questions change at once from run to run.
"""

import pytest
from instruments import alone
from single_file import put_file, with_survey
from tape import all_reports
from traces import Observer

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.kinds.registry import KINDS
from survey.core.responses.links import survey_link

QUESTIONS = [
    {"kind": "choice", "text": "Whose notes?", "gamma": "2/5",
     "options": ["Mine", "A friend's", "Nobody's"]},
    {"kind": "several", "text": "Which exams?", "gamma": "1/3", "options": ["Algebra", "Analysis"]},
    {"kind": "number", "text": "How many times?", "gamma": "1/4", "low": 1, "high": 4},
    {"kind": "rating", "text": "How fair was it?", "gamma": "2/5", "highest": 5},
]  # fmt: skip
ANSWERS = {
    KINDS["choice"]: [0, 1, 2],
    KINDS["several"]: [(0, 0), (0, 1), (1, 0), (1, 1)],
    KINDS["number"]: [1, 2, 3, 4],
    KINDS["rating"]: [0, 1, 2, 3, 4],
}
RUNS = 5  # as many vectors as the question with the most answers has


@pytest.fixture
def mixed() -> Instrument:
    return validate({"title": "All kinds", "questions": QUESTIONS})


@pytest.mark.parametrize("alone", [False, pytest.param(True, marks=pytest.mark.exhaustive)])
def test_traces_are_identical_for_all_answers_of_every_kind(
    new_context, watched, publish, mixed, exhaustive, alone, address, tmp_path
):
    """On the server's page, and in the single file."""
    path = publish(mixed)
    if alone:
        path = with_survey(put_file(tmp_path), survey_link(address + path, mixed.digest))
    asked = mixed.questions
    answers = [[cycle(ANSWERS[each.kind], run) for each in asked] for run in range(RUNS)]
    reports = [
        [report for each in asked for report in cycle(all_reports(each), run)]
        for run in range(RUNS if exhaustive else 2)
    ]
    observer = Observer(new_context, watched, path, mixed)
    assert observer.count_leaks(answers, reports) == (0, RUNS * len(reports))


def cycle(values, place: int):
    return values[place % len(values)]


# A kind, a pattern in the script, and what a careless edit might put there.
CONTROLS = {
    "chosen option left in the page": (
        KINDS["choice"],
        r"return chosen \?",
        "if (chosen) container.dataset.chosen = chosen.value;\nreturn chosen ?",
    ),
    "request on every tick": (
        KINDS["several"],
        r"\(none\.checked = false\)\)",
        '{ none.checked = false; fetch("/how"); })',
    ),
    "“None of these” left ticked": (
        KINDS["several"],
        r'fieldset\.querySelectorAll\("input"\)',
        "boxesOf(fieldset).boxes",
    ),
    "number left in the page": (
        KINDS["number"],
        r'querySelector\("input"\)\.value = "";',
        'querySelector("input").value;',
    ),
    "draft of a number in the storage": (
        KINDS["number"],
        r"const \{ value, ends",
        'sessionStorage.draft = fieldset.querySelector("input").value;\nconst { value, ends',
    ),
    "rating in the console": (
        KINDS["rating"],
        r"const places = valuesOf",
        "console.debug(answer);\nconst places = valuesOf",
    ),
}


@pytest.mark.first_cell
@pytest.mark.parametrize("control", CONTROLS)
def test_a_leak_of_any_kind_is_caught(new_context, watched, publish, mixed, control, exhaustive):
    kind, *variant = CONTROLS[control]
    question = next(each for each in mixed.questions if each.kind is kind)
    instrument = alone(question)
    observer = Observer(new_context, watched, publish(instrument), instrument)
    answers = [[answer] for answer in ANSWERS[kind][:2]]
    reports = all_reports(question)[: 2 if exhaustive else 1]
    leaks, _ = observer.count_leaks(answers, reports, variant)
    assert leaks == len(reports), "each report must show a difference between the answers"
