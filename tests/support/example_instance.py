"""The instance that the examples of documentation and help use."""

import numpy as np

from survey.core.instrument.parsing import validate
from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore

INSTRUMENT = {
    "title": "After the final",
    "class_size": 200,
    "questions": [
        {"text": "Did you cheat on the final exam?", "gamma": "1/4"},
        {
            "kind": "choice",
            "text": "Which year are you in?",
            "options": ["First", "Later"],
            "gamma": "9/20",
        },
    ],
}


def fill(store: SQLiteStore) -> None:
    """bcd234: 60 of 200 cheated, the same reports and ids in every run. fgh234: none yet."""
    instrument = validate(INSTRUMENT)
    store.surveys.add(Survey("bcd234", instrument, State.OPEN))
    answers = np.repeat([1, 0], [60, 140])
    odds = instrument.items[0].odds
    reports = randomize_array(answers, odds, generator=np.random.default_rng(85))
    for number, report in enumerate(reports.tolist()):
        response = Response(instrument.digest, f"{number:032x}", (report, number % 2))
        store.responses.add("bcd234", response)
    store.surveys.set_sharing("bcd234", True, 5)
    question = {"text": "Did you copy the homework?", "gamma": "1/4"}
    new = validate({"title": "Homework", "questions": [question]})
    store.surveys.add(Survey("fgh234", new, State.OPEN))
