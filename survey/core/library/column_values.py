"""Reads the cells of a column from any source, and the report that each cell stands for."""

import re
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.question_validation import check_question
from survey.core.instrument.validation import Validation
from survey.core.kinds.bit import CELLS
from survey.core.kinds.designed_bit import designed
from survey.core.kinds.item import Item
from survey.core.kinds.registry import DEFAULT_KIND
from survey.core.library.arguments import check_fields, exact_gamma
from survey.core.library.exported import ExportedColumn
from survey.core.mechanism.channel import Channel, parse_design
from survey.core.mechanism.privacy import parse_gamma
from survey.errors import ParameterError

# As people, spreadsheets, databases, pandas and Stata write a missing cell, in lower case.
MISSING = {"", "na", "n/a", "#n/a", "nan", "null", ".", "<na>"}

NO_COLUMN = "Give one column: a list, an array of one dimension, or a column of a data frame."

_WHOLE = re.compile(r"([0-9]{1,9})(?:\.0*|,00?)")


def question_asked(gamma: str | Fraction, kind: str, fields: Mapping[str, Any]) -> Question:
    """The question of a column: its kind's fields are options, highest, or low and high.

    Raises ParameterError unless all of them are given, and for anything that no question of this
    kind has, and a γ that is neither a Fraction nor a text such as "1/4".
    """
    exact = exact_gamma(gamma)
    check_fields(kind, fields)
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


def cells(column: Any) -> list[Any]:
    """The values of a column as a list; None for those that are missing (None, NaN, NA).

    Raises ParameterError for anything but one column: a text, a number, a table, a list of lists.
    """
    flat = len(getattr(column, "shape", (0,))) == 1
    if not flat or not isinstance(column, Iterable) or isinstance(column, str | bytes | Mapping):
        raise ParameterError(NO_COLUMN, "column")
    to_list = getattr(column, "to_list", None) or getattr(column, "tolist", None)
    values = list(to_list() if to_list else column)
    if any(hasattr(value, "__len__") and not isinstance(value, str | bytes) for value in values):
        raise ParameterError(NO_COLUMN, "column")
    return [None if _missing(value) else value for value in values]


class WrongCell(Exception):
    """A cell that is no report; `place` is what its reader was told of where it stands."""

    def __init__(self, place: int):
        super().__init__(place)
        self.place = place


class CellReader:
    """Reads the cells of one column of reports; each different cell once, as a column has few.

    Cells of yes/no are 0/1, yes/no or true/false, those of a choice its options, of a rating the
    rating; with `coded`, they are the codes 0..k−1 of the app's files. If `coded` is None,
    `doubt` tells after the last cell whether they could be codes.
    """

    def __init__(self, item: Item, coded: bool | None = None):
        self._codes, self._coded = item.codes, coded
        self._known = item.codes if coded else item.cells
        self._reports: dict[Any, int | None] = {}
        self._only_code: int | None = (
            None  # the place of the first cell that is a code and no label
        )

    @property
    def sought(self) -> str:
        """The cells that are reports, in words."""
        if self._known == CELLS:
            return "0/1, yes/no or true/false"
        known = list(self._known)
        return ", ".join(known[:10]) + (", …" if len(known) > 10 else "")

    def report(self, cell: Any, place: int) -> int | None:
        """The report 0..k−1 that a cell stands for, None if it is missing; else WrongCell."""
        if cell not in self._reports:
            self._reports[cell] = self._read(cell, place)
        return self._reports[cell]

    def _read(self, cell: Any, place: int) -> int | None:
        if cell is None:
            return None
        # An option such as the grade 1.0 is found as it is written, and not as 1.
        text = written(cell)
        found = self._known.get(str(cell).strip().lower(), self._known.get(text))
        if found is None and text not in MISSING:
            if self._coded is not None or text not in self._codes:
                raise WrongCell(place)
            self._only_code = self._only_code or place
            return self._codes[text]
        return found

    def doubt(self) -> str:
        """The beginning of a sentence if the cells could be codes, and would then be misread.

        The codes 0..k−1 of ratings 1..k, except 0, are ratings, too: read as ratings, each would be
        off by one. A column that holds neither a 0 nor a k could be either. Raises WrongCell for a
        cell that is no label among others that are no codes.
        """
        seen = {written(cell) for cell, report in self._reports.items() if report is not None}
        differ = any(self._known.get(each, code) != code for each, code in self._codes.items())
        if (
            self._coded is None
            and seen
            and seen <= self._codes.keys()
            and (differ or self._only_code)
        ):
            first, *_, last = self._known
            return (
                f"These cells {'are' if self._only_code else 'can be'} the codes 0 to "
                f"{len(self._codes) - 1} of the app's own files, which stand for {first} to {last}"
            )
        if self._only_code:
            raise WrongCell(self._only_code)
        return ""


def reports(
    column: Iterable[Any], question: Question, coded: bool | None = None
) -> list[int | None]:
    """The report that each cell stands for, as CellReader reads it; None where it is missing.

    Raises ParameterError for any other cell, without repeating it, and for a column that could hold
    codes or labels unless `coded` says which.
    """
    values = cells(column)
    reader = CellReader(question.item, coded)
    try:
        found = [reader.report(value, place) for place, value in enumerate(values, start=1)]
        doubt = reader.doubt()
    except WrongCell as wrong:
        raise ParameterError(
            f"A cell must be one of {reader.sought}, or be missing; cell {wrong.place} of "
            f"{len(values)} is not.",
            "column",
        ) from None
    if doubt:
        raise ParameterError(
            f"{doubt}: read the file with read_export, or say coded=True; if they are what was "
            "reported, say coded=False.",
            "coded",
        )
    return found


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
        if gamma is not None or design is not None or fields or coded is not None:
            raise ParameterError(
                "A column of an export says itself what it holds: leave out γ, kind, its fields "
                "and design.",
                "column",
            )
        return column.question, column.codes
    if design is not None and (gamma is not None or fields or kind != DEFAULT_KIND.name):
        raise ParameterError(
            "A design is of a yes/no column: leave out γ, kind and its fields.", "design"
        )
    if design is not None:
        question = designed_question(design)
    elif gamma is None:
        raise ParameterError(
            'Give γ, such as gamma="1/4": only columns of read_export know their own.', "gamma"
        )
    else:
        question = question_asked(gamma, kind, fields)
    return question, reports(column, question, coded)


def _missing(value: Any) -> bool:
    # pandas.NA is neither equal to itself nor unequal.
    return value is None or type(value).__name__ == "NAType" or bool(value != value)


def written(value: Any) -> str:
    """The key of a cell: in lower case, and 1 for 1.0 and 1,0 (not for 1,000, a thousand)."""
    text = str(value).strip().lower()
    whole = _WHOLE.fullmatch(text)
    return whole[1] if whole else text
