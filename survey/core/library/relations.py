"""The cross-table of two columns of reports."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.intervals.counts import check_confidence
from survey.core.library.arguments import check_lengths, column_of
from survey.core.library.column_values import read_column
from survey.core.library.exported import ExportTable
from survey.core.library.html_table import HtmlTable
from survey.core.mechanism.channel import Channel
from survey.core.results.crosstab import CrossTable
from survey.errors import ParameterError


@dataclass(frozen=True, repr=False)
class Crosstab(HtmlTable):
    """The cross-table of two columns, shown as shares within groups in a notebook.

    `table` holds all estimates and intervals; `missing` counts the rows that lack a report.
    """

    table: CrossTable
    missing: int

    @property
    def rows(self) -> list[dict[str, Any]]:
        """A row for each pair of a group and an option.

        It has their joint share, the option's share within the group, its guaranteed interval, and
        the approximate one, if there is one."""
        table, rows = self.table, []
        for a, group in enumerate(table.first.labels):
            for b, option in enumerate(table.second.labels):
                rows.append(
                    {
                        table.first.name: group,
                        table.second.name: option,
                        "joint": table.joint and table.joint[a][b],
                        "share": table.conditional(a, b),
                        "guaranteed": table.conditional_interval(a, b),
                        "likelihood": table.likelihood_interval(a, b),
                    }
                )
        return rows

    @property
    def _caption(self) -> str:
        return (
            f"{self.table.respondents:,} pairs of reports, {self.missing:,} rows lack one; "
            f"{self.table.second.name} within {self.table.first.name}, "
            f"{100 * self.table.confidence:g}% intervals"
        )


def crosstab(
    frame: Mapping[str, Any],
    first: str,
    second: str,
    gamma: str | Fraction | tuple[str | Fraction, str | Fraction] | None = None,
    confidence: float = 0.95,
    options: Mapping[str, list[str]] | None = None,
    design: str | Channel | None = None,
) -> Crosstab:
    """The cross-table of two columns of an export, of a frame of pandas or polars, or of lists.

    Columns of `read_export` know their questions. For others `gamma` is that of both columns, or a
    pair, and a column is yes/no unless `options` has its options; `design` stands in
    place of γ for both, as in `estimate`. Rows that lack a report are left out and counted. Raises
    ParameterError.
    """
    check_confidence(confidence)
    columns = [column_of(frame, first, "first"), column_of(frame, second, "second")]
    if first == second:
        raise ParameterError("Give two different columns: their coins must differ.", "second")
    for name in options or {}:
        if name not in (first, second):
            raise ParameterError(f"{name!r} is neither of the two columns.", "options")
    gammas = gamma if isinstance(gamma, tuple) else (gamma, gamma)
    if len(gammas) != 2:
        raise ParameterError("Give one γ for both columns, or a pair.", "gamma")
    read = [
        _read(column, each, design, (options or {}).get(name))
        for name, column, each in zip((first, second), columns, gammas, strict=True)
    ]
    check_lengths(dict(zip((first, second), (found for _, found in read), strict=True)))
    (one, u), (two, v) = (
        (question.items(name)[0], found)
        for name, (question, found) in zip((first, second), read, strict=True)
    )
    pairs = Counter(zip(u, v, strict=True))
    missing = sum(number for pair, number in pairs.items() if None in pair)
    counts = tuple(tuple(pairs[a, b] for b in range(two.options)) for a in range(one.options))
    cap = frame.seen_cap if isinstance(frame, ExportTable) else None
    return Crosstab(CrossTable(one, two, counts, confidence, cap), missing)


def _read(
    column: Any,
    gamma: str | Fraction | None,
    design: str | Channel | None,
    options: list[str] | None,
) -> tuple[Question, Sequence[int | None]]:
    if options is None:
        return read_column(column, gamma, design)
    return read_column(column, gamma, design, "choice", {"options": options})
