"""Two columns of a table as pairs of reports, and the counts of each pair."""

from collections import Counter
from dataclasses import dataclass
from fractions import Fraction

from survey.cli.csv_table import Table
from survey.cli.csv_table import printable
from survey.cli.report_columns import MISSING
from survey.cli.report_columns import report_columns
from survey.core.privacy import OPENLY
from survey.core.questions import Item
from survey.core.questions import Kind
from survey.core.questions import Question
from survey.core.relations import Counts
from survey.core.validation import MOST_OPTIONS
from survey.errors import DataError


@dataclass(frozen=True)
class Pairs:
    """The items and questions of two columns, `counts[u][v]`, and how many rows lack a report."""

    items: tuple[Item, Item]
    questions: tuple[Question, Question]
    counts: Counts
    missing: int


def read_pairs(
    table: Table, names: tuple[str, str], gamma: Fraction | None, openly: tuple[str, ...]
) -> Pairs:
    """The pairs of two columns; those in `openly` hold groups in the cells' own words."""
    table.places(openly)
    columns = [
        _Groups(table, name) if name in openly else _Reports(table, name, gamma) for name in names
    ]
    pairs: Counter[tuple] = Counter()
    missing = 0
    for line, cells in table.rows:
        pair = tuple(column.read(cells, line) for column in columns)
        if None in pair:
            missing += 1
        else:
            pairs[pair] += 1
    first, second = (column.settled() for column in columns)
    counts = tuple(tuple(pairs[u, v] for v in second.values) for u in first.values)
    return Pairs((first.item, second.item), (first.question, second.question), counts, missing)


@dataclass(frozen=True)
class _Settled:
    """A column once all its rows are read: what stands for each label, in the labels' order."""

    item: Item
    question: Question
    values: tuple


class _Reports:
    """A column of reports, whose meaning is known beforehand."""

    def __init__(self, table: Table, name: str, gamma: Fraction | None):
        self.file = table.name
        (self.column,) = report_columns(table, (name,), gamma, {})

    def read(self, cells: list[str], line: int) -> int | None:
        return self.column.read(cells, line, self.file)

    def settled(self) -> _Settled:
        question = self.column.question
        item = Item(self.column.name, "", question.gamma, question.labels)
        return _Settled(item, question, tuple(range(question.options)))


class _Groups:
    """A column that was not randomized: each text that occurs in it is a group."""

    def __init__(self, table: Table, name: str):
        self.file = table.name
        (self.place,) = table.places((name,))
        self.name = table.names[self.place]
        self.found: set[str] = set()

    def read(self, cells: list[str], line: int) -> str | None:
        cell = cells[self.place].strip()
        if cell.lower() in MISSING:
            return None
        self.found.add(cell)
        if len(self.found) > MOST_OPTIONS:
            raise DataError(
                f"{self.file}: {printable(self.name)} holds more than {MOST_OPTIONS} different "
                "texts, too many for groups."
            )
        return cell

    def settled(self) -> _Settled:
        labels = tuple(sorted(self.found))
        if len(labels) < 2:
            raise DataError(
                f"{self.file}: {printable(self.name)} holds fewer than two groups to compare."
            )
        question = Question("", OPENLY, Kind.CHOICE, labels)
        return _Settled(Item(self.name, "", OPENLY, labels), question, labels)
