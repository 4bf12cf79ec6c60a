"""Reads the cells of a column from any source, and the report that each cell stands for."""

import re
from collections.abc import Iterable, Mapping, Sequence, Set
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.core.kinds.bit import CELLS
from survey.core.kinds.designed_bit import designed
from survey.core.kinds.item import Item
from survey.core.library.exported import ExportedColumn
from survey.core.mechanism.channel import Channel, parse_design
from survey.core.mechanism.privacy import check_gamma, parse_gamma
from survey.errors import ParameterError

# As people, spreadsheets, databases, pandas and Stata write a missing cell, in lower case.
MISSING = {"", "na", "n/a", "#n/a", "nan", "null", ".", "<na>"}

_WHOLE = re.compile(r"([0-9]{1,9})(?:\.0*|,00?)")


def question_asked(gamma: str | Fraction, kind: str, fields: Mapping[str, Any]) -> Question:
    """The question of a column: its kind's fields are options, highest, or low and high.

    Raises ParameterError for anything that no question of this kind has, and a γ that is
    neither a Fraction nor a text such as "1/4".
    """
    exact = parse_gamma(gamma) if isinstance(gamma, str) else check_gamma(gamma)
    listed = {"options": list(fields["options"])} if "options" in fields else {}
    check = Validation(parse_gamma)  # any γ, since these reports may be drawn already
    document = {"kind": kind, "text": "a column", "gamma": str(exact), **fields, **listed}
    question = check_question(check, document, 1)
    for field, sentence in check.errors.items():
        raise ParameterError(sentence, field.removeprefix("questions.1."))
    return question


def designed_question(design: str | Channel) -> Question:
    """The yes/no question of a column that was randomized by this design.

    Raises ParameterError for any other text.
    """
    channel = parse_design(design) if isinstance(design, str) else design
    keep, other = channel.pointing
    return Question("a column", (keep - other) / 2, designed(channel))


def in_short(question: Question) -> str:
    """ "γ = 1/4", or both chances of a design without a γ."""
    names = {"gamma": "γ", "yes_if_yes": "P(yes | yes)", "yes_if_no": "P(yes | no)"}
    return ", ".join(f"{names[name]} = {each}" for name, each in question.item.design.items())


def cells(column: Iterable[Any]) -> list[Any]:
    """The values of a column as a list; None for those that are missing (None, NaN, NA)."""
    to_list = getattr(column, "to_list", None) or getattr(column, "tolist", None)
    values = list(to_list() if to_list else column)
    return [None if _missing(value) else value for value in values]


def reports(
    column: Iterable[Any], question: Question, coded: bool | None = None
) -> list[int | None]:
    """The report that each cell stands for; None where it is missing.

    Cells of yes/no are 0/1, yes/no or true/false, those of a choice its options, of a rating
    the rating; with `coded`, they are the codes 0..k−1 of the app's files. Raises ParameterError
    for any other cell, without repeating it, and for a column that could hold either unless
    `coded` says which.
    """
    values = cells(column)
    # Each different cell is read once: a column has few, however long it is.
    texts = {value: written(value) for value in set(values) - {None}}
    if coded is None:
        check_not_codes({text for text in texts.values() if text not in MISSING}, question.item)
    known = question.item.codes if coded else question.item.cells
    # An option such as the grade 1.0 is found as it is written, and not as 1.
    read = {
        value: known.get(str(value).strip().lower(), known.get(text))
        for value, text in texts.items()
    }
    wrong = {value for value, report in read.items() if report is None} - {
        value for value, text in texts.items() if text in MISSING
    }
    if wrong:
        place = next(number for number, value in enumerate(values, start=1) if value in wrong)
        sought = "0/1, yes/no or true/false" if known == CELLS else ", ".join(known)
        raise ParameterError(
            f"A cell must be one of {sought}, or be missing; cell {place} of {len(values)} is not.",
            "column",
        )
    return [None if value is None else read[value] for value in values]


def read_column(
    column: Any,
    gamma: str | Fraction | None,
    design: str | Channel | None,
    kind: str = "yes/no",
    fields: Mapping[str, Any] = MappingProxyType({}),
    coded: bool | None = None,
) -> tuple[Question, Sequence[int | None]]:
    """The question of a column, and the report of each cell; None where it is missing.

    A column of an export knows both. `design` stands in place of γ. Raises ParameterError.
    """
    if isinstance(column, ExportedColumn):
        return column.question, column.codes
    if design is not None and gamma is None and not fields:
        question = designed_question(design)
    elif gamma is None:
        raise ParameterError(
            'Give γ, such as gamma="1/4": only columns of read_export know their own.', "gamma"
        )
    else:
        question = question_asked(gamma, kind, fields)
    return question, reports(column, question, coded)


def check_not_codes(written: Set[str], item: Item) -> None:
    """Raises ParameterError if these cells could be the item's codes as well as its labels.

    The codes 0..k−1 of ratings 1..k, except 0, are ratings, too: read as ratings, each would be off
    by one. A column that holds neither a 0 nor a k could be either.
    """
    codes, labels = item.codes, item.cells
    differ = any(labels.get(each, code) != code for each, code in codes.items())
    labelled = written <= labels.keys()
    if not written or not written <= codes.keys() or (labelled and not differ):
        return
    first, *_, last = labels
    told = "can be" if labelled else "are"
    raise ParameterError(
        f"These cells {told} the codes 0 to {len(codes) - 1} of the app's own files, which stand "
        f"for {first} to {last}: read the file with read_export, or say coded=True; if they are "
        "what was reported, say coded=False.",
        "coded",
    )


def _missing(value: Any) -> bool:
    # pandas.NA is neither equal to itself nor unequal.
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def written(value: Any) -> str:
    """The key of a cell: in lower case, and 1 for 1.0 and 1,0 (not for 1,000, a thousand)."""
    text = str(value).strip().lower()
    whole = _WHOLE.fullmatch(text)
    return whole[1] if whole else text
