"""An export of the app as columns that know what they hold, for `estimate` and other functions.

survey.exports.reading.read_export makes one of a file.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from survey.core.instrument.instrument import Instrument, Question, question_name
from survey.core.intervals.registry import ANNOUNCED, told_interval
from survey.core.kinds.item import Item
from survey.core.responses.reports import RESPONSE_ID, Report
from survey.core.responses.tally import Tally


@dataclass(frozen=True)
class AskedOf:
    """The respondents who were asked a column, counted as in its survey's results.

    `expected` respondents to it, chosen before the data; at most `cap` could respond, None if
    that was not fixed; `drawn_from` is the number of all who responded, of whom chance asked
    these, and 0 where everybody was asked. `told` names the interval that the app tells, by what
    was fixed before the first response; of data of others the one for a single look.
    """

    expected: int = 100
    cap: int | None = None
    drawn_from: int = 0
    told: str = ANNOUNCED


@dataclass(frozen=True)
class ExportedColumn:
    """A column of reports that knows its question.

    `codes` has a whole number 0..k−1 for each response, None where it was not asked; a code is not
    an answer, nor a rating: `labels` says what each code means. `question` is that of this column
    alone: one option of "choose all that apply" is yes/no.
    """

    name: str
    question: Question
    codes: tuple[Report, ...] = field(repr=False)
    asked_of: AskedOf = AskedOf()
    kind: str = ""

    @property
    def item(self) -> Item:
        return self.question.items(self.name)[0]

    @property
    def gamma(self) -> Fraction:
        """γ, exactly: the report is the answer with odds (1/2 + γ) / (1/2 − γ)."""
        return self.question.gamma

    @property
    def labels(self) -> tuple[str, ...]:
        """The meaning of each code: `labels[code]`."""
        return self.item.labels

    @property
    def values(self) -> tuple[int | None, ...]:
        """The number in each label of a rating or a number; None if it is none."""
        return self.item.values

    @property
    def asked(self) -> list[bool]:
        """For each response, whether it was asked this question."""
        return [code is not None for code in self.codes]

    @property
    def in_words(self) -> list[str | None]:
        """The label of each report; None where it was not asked."""
        labels = self.labels
        return [None if code is None else labels[code] for code in self.codes]

    @property
    def counts(self) -> list[int]:
        """The number of reports with each code, by code."""
        counted = Counter(self.codes)
        return [counted[code] for code in range(self.question.options)]

    def to_list(self) -> list[Report]:
        """The codes, as a data frame takes them."""
        return list(self.codes)

    def __iter__(self) -> Iterator[Report]:
        return iter(self.codes)

    def __len__(self) -> int:
        return len(self.codes)


Cells = ExportedColumn | Sequence[str]


@dataclass(frozen=True, eq=False)
class ExportTable(Mapping[str, Any]):
    """A file of reports: its columns by their names, q1, q2, q3_1, …

    A column is an ExportedColumn; one that the app did not write, or that was not randomized, is a
    list of its cells as texts. `name` is the survey's title, or that of the file, whose place is
    `file`. `instrument` is None where the file does not hold the questions' texts. `hidden` if a
    verified statement says that figures waited until the survey had closed, `waited` if the file
    does. `root` and `key` are those of that statement, 64 hex digits each, "" without one;
    `still_open` if the file says so, or has none yet of the statements that it could have.
    `unlabelled` is a sentence that names the columns whose options have no texts, "" if all have.
    """

    name: str
    columns: Mapping[str, Cells] = field(repr=False)
    response_ids: tuple[str, ...] = field(default=(), repr=False)
    instrument: Instrument | None = field(default=None, repr=False)
    hidden: bool = False
    cap: int | None = None
    waited: bool = False
    file: str = ""
    root: str = ""
    key: str = ""
    still_open: bool = False
    unlabelled: str = ""

    def __getitem__(self, name: str) -> Any:
        return self.columns[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.columns)

    def __len__(self) -> int:
        return len(self.columns)

    @property
    def responses(self) -> int:
        """How many responses the file lists."""
        return max(map(len, self.columns.values()), default=0)

    @property
    def tally(self) -> Tally:
        """The counts of each item, in their order."""
        columns = [each for each in self.columns.values() if isinstance(each, ExportedColumn)]
        return Tally(self.responses, tuple(tuple(each.counts) for each in columns))

    @property
    def seen_cap(self) -> int | None:
        """The cap of a survey whose figures were seen while it ran; None if they were hidden."""
        return None if self.hidden or self.waited else self.cap

    def frame(self, in_words: bool = False) -> dict[str, list[Any]]:
        """The columns as lists, for `pandas.DataFrame` or `polars.DataFrame`: codes, or labels."""
        found: dict[str, list[Any]] = {}
        if self.response_ids:
            found[RESPONSE_ID] = list(self.response_ids)
        for name, column in self.columns.items():
            if in_words and isinstance(column, ExportedColumn):
                found[name] = column.in_words
            else:
                found[name] = list(column)
        return found


def exported(
    title: str,
    instrument: Instrument,
    responses: Sequence[tuple[str, Sequence[Report]]],
    hidden: bool = False,
    cap: int | None = None,
    waited: bool = False,
) -> ExportTable:
    """The export of these responses; `hidden`, `cap` and `waited` as in ExportTable."""
    drawn_from = len(responses) if instrument.one_question_each else 0
    told = told_interval(hidden or waited, cap)
    asked_of = AskedOf(instrument.asked_size, cap, drawn_from, told)
    lists = zip(*(reports for _, reports in responses), strict=True)
    columns: dict[str, Cells] = {}
    for name, alone, kind in questions_of_columns(instrument):
        columns[name] = ExportedColumn(name, alone, tuple(next(lists, ())), asked_of, kind)
    ids = tuple(response_id for response_id, _ in responses)
    return ExportTable(title, columns, ids, instrument, hidden, cap, waited)


def questions_of_columns(instrument: Instrument) -> Iterator[tuple[str, Question, str]]:
    """Each column's name, the question of it alone, and the kind of its whole question.

    Each option of "choose all that apply" has a column, which is yes/no.
    """
    for number, (question, items) in enumerate(instrument.questions_with_items, start=1):
        for item in items:
            of_all = item.name == question_name(number)
            alone = question if of_all else Question(item.text, item.gamma)
            yield item.name, alone, str(question.kind)
