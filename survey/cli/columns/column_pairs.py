"""Two columns of a table as pairs of reports, and the counts of each pair."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from survey.cli.columns.column_spec import report_columns
from survey.core.instrument.instrument import Question
from survey.core.kinds.item import Item
from survey.core.mechanism.channel import Channel
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.results.crosstab import Counts
from survey.exports.reading.csv_table import CsvTable
from survey.exports.reading.one_each import RowCount, whole


@dataclass(frozen=True)
class Pairs:
    """The items and questions of two columns, `counts[u][v]`, and the rows that lack a report.

    `cap` is the limit of a survey whose figures were seen while it ran; `one_each` if each
    respondent answered one question.
    """

    items: tuple[Item, Item]
    questions: tuple[Question, Question]
    counts: Counts
    missing: int
    cap: int | None = None
    one_each: bool = False


def read_pairs(
    table: CsvTable,
    names: tuple[str, str],
    gamma: Fraction | None,
    design: Channel | None,
) -> Pairs:
    """The pairs of two columns of reports."""
    columns = report_columns(table, names, gamma, {}, design)
    pairs: Counter[tuple[int | None, ...]] = Counter()
    seen = RowCount(table)
    for line, cells in seen.counted(table.rows):
        pairs[tuple(column.read(cells, line, table.name) for column in columns)] += 1
    first, second = (column.question for column in columns)
    counts = tuple(tuple(pairs[u, v] for v in range(second.options)) for u in range(first.options))
    missing = sum(number for pair, number in pairs.items() if None in pair)
    facts = table.facts
    cap = None if facts.get("figures") == FIGURES_ONCE_CLOSED else whole(facts.get("cap"))
    one, two = (each.question.item.as_column(each.name) for each in columns)
    one_each = seen.asked_of.drawn_from > 0
    return Pairs((one, two), (first, second), counts, missing, cap, one_each)
