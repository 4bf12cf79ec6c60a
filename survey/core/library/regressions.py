"""A logistic regression of the answers behind a column of reports."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.estimates.coefficients import Regression
from survey.core.estimates.regression import regress as fit
from survey.core.intervals.counts import check_confidence
from survey.core.library.arguments import check_lengths, column_of, texts
from survey.core.library.column_values import MISSING, cells, in_short, read_column
from survey.core.library.covariates import design_columns
from survey.core.library.exported import ExportedColumn
from survey.core.library.html_table import HtmlTable
from survey.core.mechanism.channel import Channel
from survey.errors import ParameterError


@dataclass(frozen=True, repr=False)
class RegressionTable(HtmlTable):
    """A fitted regression, shown as a table in a notebook.

    `result` holds the whole fit; `missing` counts the rows that lack a cell, and `randomized` names
    the covariates that are reports themselves: their noise pulls the coefficient towards 0.
    `design` gives γ, or both chances, in words.
    """

    result: Regression
    missing: int
    randomized: tuple[str, ...]
    design: str

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each term: coefficient of the log odds, standard error, interval, p-values.

        Interval and p are the likelihood ratio's; Wald's are good in large samples only.
        """
        return [
            {
                "term": each.name,
                "coefficient": each.estimate,
                "standard error": each.standard_error,
                "interval": each.profile_interval,
                "p": each.likelihood_ratio_p,
                "Wald's p": each.p_value,
            }
            for each in self.result.coefficients
        ]

    @property
    def _caption(self) -> str:
        noisy = f"; randomized themselves: {', '.join(self.randomized)}" * bool(self.randomized)
        return (
            f"log odds of a truthful yes, {self.result.respondents:,} respondents, "
            f"{self.missing:,} rows lack a cell; {self.design}{noisy}"
        )


def regress(
    frame: Mapping[str, Any],
    outcome: str,
    on: Sequence[str] = (),
    gamma: str | Fraction | None = None,
    confidence: float = 0.95,
    design: str | Channel | None = None,
    weights: str | None = None,
) -> RegressionTable:
    """The logistic regression of the answers to `outcome` on the covariates `on`.

    Maximizes the likelihood of P(report is yes) = (1/2 − γ) + 2γ · logistic(β·x); `design` stands
    in place of γ, as in `estimate`. `frame` is an export, a frame of pandas or polars, or a dict of
    lists; the column of an export knows its γ. Covariates in numbers enter as they are, texts as
    groups that are compared with the first: by the alphabet, of a categorical column or a column of
    an export by its own order. Labels of an export enter as texts, and ratings as numbers.
    `weights` names a column of weights above 0; standard errors are then robust ones. Rows that
    lack a cell are left out and counted. Raises ParameterError, also for an outcome that is not
    yes/no, and DataError.
    """
    check_confidence(confidence)
    question, read = read_column(column_of(frame, outcome, "outcome"), gamma, design)
    question.item.check_bit()
    explaining = {name: column_of(frame, name, "on") for name in texts("on", on)}
    if outcome in explaining:
        raise ParameterError(f"{outcome} cannot explain itself: leave it out of `on`.", "on")
    known = [_texts(column) for column in explaining.values()]
    given = _weights(column_of(frame, weights, "weights")) if weights else [1.0] * len(read)
    check_lengths({outcome: read} | dict(zip(explaining, known, strict=True)))
    check_lengths({outcome: read, weights or "weights": given})
    rows = list(zip(read, *known, given, strict=True))
    whole = [row for row in rows if None not in row]
    matrix: dict[str, list[float]] = {}
    for place, name in enumerate(explaining, start=1):
        order = _order(explaining[name])
        matrix |= design_columns(name, [str(row[place]) for row in whole], name, order=order)
    found = fit(
        [int(row[0]) for row in whole],
        list(zip(*matrix.values(), strict=True)) if matrix else [()] * len(whole),
        list(matrix),
        question.item.chances(1),
        confidence,
        weights=[row[-1] for row in whole] if weights else None,
    )
    noisy = tuple(name for name, each in explaining.items() if isinstance(each, ExportedColumn))
    return RegressionTable(found, len(rows) - len(whole), noisy, in_short(question))


def _order(column: Any) -> list[str]:
    """The groups in the order of an export's options or of a categorical column; else none."""
    if isinstance(column, ExportedColumn):
        return list(column.labels)
    categories = getattr(getattr(column, "dtype", None), "categories", None)
    return [str(each).strip() for each in categories] if isinstance(categories, Iterable) else []


def _weights(column: Any) -> list[float | None]:
    """The weights in a column, None where one is missing; ParameterError for what is no number."""
    try:
        return [None if each is None else float(each) for each in _texts(column)]
    except ValueError:
        raise ParameterError("A weight must be a number above 0.", "weights") from None


def _texts(column: Any) -> list[str | None]:
    """The cells as texts; None for those that are missing."""
    found = column.in_words if isinstance(column, ExportedColumn) else cells(column)
    texts = [None if each is None else str(each).strip() for each in found]
    if isinstance(column, ExportedColumn):
        return texts  # a label may be "NA"
    return [None if text is None or text.lower() in MISSING else text for text in texts]
