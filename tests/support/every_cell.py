"""A survey whose exports hold the cells at which readers stumble, to test the recipes.

It has every kind of question, labels that data frames read as missing, and empty cells if each
respondent has one question. A recipe that divides by all rows, or keeps a reader's defaults, gets
a wrong figure.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.intervals.registry import told_interval
from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.reports import Reports, only
from survey.core.responses.tally import Tally, tally
from survey.exports.catalog import EXPORTS, Source
from survey.exports.datasette.folder import write_datasette
from survey.exports.result_terms import ResultTerms

LABELS = ["None", "NA", "N/A", "null", "#1", "don't know", "=1+1", "nan"]
QUESTIONS = [
    {"text": "Did you cheat?", "gamma": "1/4"},
    {"kind": "choice", "text": "NA", "gamma": "2/5", "options": LABELS},
    {"kind": "several", "text": "Which?", "gamma": "1/3", "options": ["NA", "null, or none"]},
    {"kind": "number", "text": "How many hours?", "gamma": "1/4", "low": 0, "high": 40},
    {"kind": "rating", "text": 'How "fair";\n# was it?\n=1', "gamma": "2/5", "highest": 5},
]
CODE = "each34"
NO_LIMITS: Mapping[str, Any] = {}


def every_cell(one_each: bool = True) -> Instrument:
    marks = {"one_question_each": True} if one_each else {}
    return validate({"title": "Every cell", "class_size": 300, "questions": QUESTIONS, **marks})


def responses_to(instrument: Instrument, count: int = 300) -> Sequence[tuple[str, Reports]]:
    """`count` responses, most of whose answers are 1; the same in every run."""
    generator = np.random.default_rng(40)
    drawn = []
    for item in instrument.items:
        answers = np.where(generator.random(count) < 0.7, 1, 0)
        drawn.append(randomize_array(answers, item.odds, item.options, generator).tolist())
    rows = [
        (f"{7919 * number:032x}", tuple(row)) for number, row in enumerate(zip(*drawn, strict=True))
    ]
    if not instrument.one_question_each:
        return rows
    found = []
    for number, (response_id, row) in enumerate(rows):
        place = number % len(instrument.questions)
        first, size = instrument.first_items[place], instrument.questions[place].item_count
        found.append((response_id, only(instrument, place, row[first : first + size])))
    return found


def terms_of(limits: Mapping[str, Any], closed: bool = True) -> ResultTerms:
    """How the app shows the results of a survey with these limits."""
    told = told_interval("figures" in limits, limits.get("cap"))
    return ResultTerms(told=told, closed=closed, limits=limits)


def write_exports(
    folder: Path,
    one_each: bool = True,
    limits: Mapping[str, Any] = NO_LIMITS,
    count: int = 300,
    closed: bool = True,
) -> dict[str, Path]:
    """Every export of the survey by its format, and the folder for Datasette.

    The JSON of a closed one has no statement, as in the first release.
    """
    instrument = every_cell(one_each)
    rows = responses_to(instrument, count)
    source = Source(
        CODE,
        instrument,
        lambda: iter(rows),
        lambda: tally_of(instrument, rows),
        terms_of(limits, closed),
    )
    paths = {}
    for each in EXPORTS:
        paths[each.format] = folder / each.file_name(CODE)
        content = b"".join(each.encoded(source))
        unsigned = content.replace(b',\n "statements": []', b"")
        paths[each.format].write_bytes(unsigned if closed else content)
    write_datasette(folder / "published", CODE, instrument, rows, 0.95, source.facts)
    return paths | {"datasette": folder / "published"}


def tally_of(instrument: Instrument, rows: Sequence[tuple[str, Reports]]) -> Tally:
    return tally(instrument, [reports for _, reports in rows])
