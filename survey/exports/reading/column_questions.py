"""The question of one column, from its settings in the `#` lines of a CSV."""

from collections.abc import Mapping
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.privacy import parse_gamma
from survey.errors import DataError
from survey.exports.reading.csv_table import printable

# How an error's sentence names the wrong setting.
_SPOKEN = {"gamma": "γ", "high": "highest number", "low": "lowest number", "highest": "options"}


def document_of(settings: Mapping[str, str]) -> dict[str, Any]:
    """A question's document from the settings in an export's `#` line, its kind among them."""
    # Limited, since Python refuses to read very many digits, and a million options would only
    # cost memory before they are refused.
    typed = settings.get("options", "")
    options = min(int(typed), 1000) if typed.isdecimal() and len(typed) < 10 else 0
    kind = KINDS.get(settings["kind"])
    return {"kind": settings["kind"]} | (kind.column(options, settings) if kind else {})


def has_labels(settings: Mapping[str, str]) -> bool:
    """Whether the `#` line of a column says all of its labels.

    It does not say options, nor which option of several a column is of, which is a kind of its own.
    """
    document = document_of(settings)
    return "options" not in document and document | {"kind": settings["kind"]} == document


def column_question(file: str, name: str, document: Mapping[str, Any]) -> Question:
    """The question of a column; raises DataError, with file and column, if it is not valid."""
    check = Validation(parse_gamma)  # any γ, since these reports are drawn already
    question = check_question(check, {"text": "a column", **document}, 1)
    for field, sentence in check.errors.items():
        part = field.removeprefix("questions.1.")
        raise DataError(f"{file}, the {_SPOKEN.get(part, part)} of {printable(name)}: {sentence}")
    return question


def randomized(settings: Mapping[str, str]) -> bool:
    """Whether a column of an export holds reports.

    Files of release 0.1.0 give γ = 1/2 for answers that were not randomized.
    """
    return "kind" in settings and settings.get("gamma", "1/2") != "1/2"
