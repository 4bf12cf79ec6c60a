"""The questionnaire that a codebook describes, from its rows in a CSV or a workbook."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from itertools import groupby
from typing import Any

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import validate
from survey.core.kinds.registry import KINDS
from survey.errors import DataError, InstrumentInvalid
from survey.exports.csv_lines import GUARD_FACT, unguarded
from survey.exports.reading.csv_table import CsvTable

Row = Mapping[str, Any]


def rows_of(table: CsvTable) -> list[Row]:
    """The rows of a codebook's CSV, their texts as they were typed.

    A file with a digest and no guard in its `#` lines is of an earlier release.
    """
    earlier = "instrument_sha256" in table.facts and GUARD_FACT[0] not in table.facts
    return [
        dict(zip(table.names, (unguarded(cell, earlier) for cell in cells), strict=True))
        for _, cells in table.rows
    ]


def instrument_of(
    file: str, rows: Iterable[Row], survey: Mapping[str, Any], one_question_each: bool
) -> Instrument:
    """The questionnaire of these rows, with their texts, kinds and γ; raises DataError.

    The rows may stand in any order: their columns and codes say where they belong. `survey` has its
    title and class size. A codebook lacks the introduction, the translations and the texts on who
    asks, so the questionnaire's digest differs from the survey's.
    """
    try:
        in_order = sorted(rows, key=_place)
        groups = [list(found) for _, found in groupby(in_order, key=lambda row: row["question"])]
        document = {**survey, "questions": [_question(each) for each in groups]}
        if one_question_each:
            document["one_question_each"] = True
        return validate(document, published=True)
    except (InstrumentInvalid, KeyError, ValueError, TypeError, ArithmeticError) as error:
        raise DataError(
            f"{file}: its codebook describes no questionnaire. Export both files again."
        ) from error


def _place(row: Row) -> tuple[int, ...]:
    """The place of a row: the numbers of its question and of its option, then its code."""
    question, _, option = str(row["column"]).removeprefix("q").partition("_")
    return int(question), int(option or 0), whole(row["code"])


def _question(rows: list[Row]) -> dict[str, Any]:
    first = rows[0]
    kind = KINDS[first["kind"]]
    document: dict[str, Any] = {name: str(first[name]) for name in ("kind", "text")}
    # Not read from the fraction, which a spreadsheet may have turned into a date.
    a, b = (whole(first[name]) for name in ("odds_a", "odds_b"))
    document["gamma"] = str(Fraction(a - b, 2 * (a + b)))
    for _, column in groupby(rows, key=lambda row: row["column"]):
        _check_codes(list(column), a, b)
    values = [whole(row["value"]) for row in rows if _said(row["value"])]
    named = [str(row["option"] if _said(row["option"]) else row["label"]) for row in rows]
    low, high = min(values, default=0), max(values, default=0)
    held = {"options": [*dict.fromkeys(named)], "low": low, "high": high, "highest": high}
    document |= {field.name: held[field.name] for field in kind.fields}
    for name in ("known", "known_source"):
        if _said(first.get(name)):
            document[name] = str(first[name])
    return document


def _check_codes(rows: Sequence[Row], a: int, b: int) -> None:
    """Raises ValueError unless a column has each of its k codes once; `keep` tells k."""
    keep = float(str(rows[0]["keep"]).replace(",", "."))
    codes = [whole(row["code"]) for row in rows]
    labels = {str(row["label"]) for row in rows}
    k = len(rows)
    if codes != list(range(k)) or len(labels) < k or abs(keep - a / (a + (k - 1) * b)) > 1e-6:
        raise ValueError


def _said(cell: Any) -> bool:
    return cell is not None and cell != ""


def whole(cell: Any) -> int:
    """A whole number, also as 3.0 or 3,0; raises ValueError for any other cell."""
    number = float(str(cell).replace(",", "."))
    if number != int(number):
        raise ValueError
    return int(number)
