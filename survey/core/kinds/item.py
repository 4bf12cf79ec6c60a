"""Items: each is randomized once and sent as one report."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, ClassVar

import numpy as np

from survey.core.estimates.quantity import Setting
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import Method
from survey.core.mechanism.privacy import epsilon, keep_and_other, odds
from survey.core.mechanism.randomize import Odds
from survey.core.mechanism.vectorized import Values
from survey.errors import ParameterError

Generator = np.random.Generator | None


@dataclass(frozen=True)
class Item:
    """One report of a response; `labels[v]` is the label of report v.

    `name` is its column in exports: q2, or q3_1 for the first option of a
    "choose all that apply". `text` is the question's text, or for such an option
    its own text. An answer is one of the labels, by its place from 0: it is randomized as it is.
    Items of which this is not true are of a class of their own, in the module of their kind.
    `words` names its words among survey.text.kinds.item_words.WORDS.
    """

    name: str
    text: str
    gamma: Fraction
    labels: tuple[str, ...]

    words: ClassVar[str] = "one of"

    @property
    def options(self) -> int:
        """k of the mechanism: the report is 0..k−1."""
        return len(self.labels)

    @property
    def odds(self) -> Odds:
        return odds(self.gamma)

    @property
    def epsilon(self) -> float:
        """The privacy loss of its report."""
        return epsilon(self.gamma)

    def chances(self, report: int) -> tuple[Fraction, Fraction]:
        """The chances of this report from its own answer, and from any other: keep and other."""
        return keep_and_other(self.gamma, self.options)

    @property
    def design(self) -> Mapping[str, Fraction]:
        """The parameters of its chances: `gamma`, or `yes_if_yes` and `yes_if_no` if no γ fits."""
        return {"gamma": self.gamma}

    def check_cap(self) -> None:
        """Raises ParameterError unless the intervals for a survey with a cap are known for it."""

    def as_column(self, name: str) -> "Item":
        """The item as a column of this name that stands alone, without its question."""
        return Item(name, "", self.gamma, self.labels)

    @property
    def offered(self) -> tuple[int, ...]:
        """The reports in the order in which pages offer them."""
        return tuple(range(self.options))

    @property
    def named(self) -> tuple[int, ...]:
        """The reports that name an option."""
        return self.offered

    def reference(self, report: int) -> str:
        """The name, in an address, of the option of this report."""
        return f"{self.name}-{report}"

    def asked_within(self, question: str) -> str:
        """The text of what the item asks, within a question with the text `question`."""
        return question

    def said(self, report: int) -> str:
        """The text of a report, without its question."""
        return self.labels[report]

    @property
    def particulars(self) -> Mapping[str, str]:
        """Fields of a codebook for this item's column alone, such as its `option`."""
        return {}

    @property
    def settings(self) -> Mapping[str, int]:
        """The numbers that other programs need to read its column, beside kind, options and γ."""
        return {}

    @property
    def values(self) -> tuple[int | None, ...]:
        """The whole number in each label; None if it is no number."""
        return (None,) * self.options

    @property
    def meanings(self) -> Sequence[str]:
        """The codebook's meaning of each report; the true answer may be another one."""
        return self.labels

    @property
    def range(self) -> tuple[int, int]:
        """The least and the largest answer."""
        return 0, self.options - 1

    def place(self, answer: int, next_word: Callable[[], int]) -> int:
        """The place of an answer among the labels; this place is then randomized."""
        return answer

    def places(self, answers: Values, generator: Generator) -> Values:
        """`place` of many answers; randomness as in survey.core.mechanism.vectorized."""
        return answers

    @property
    def cells(self) -> Mapping[str, int]:
        """The report that a cell of a column stands for, by the cell in lower case."""
        return {label.lower(): report for report, label in enumerate(self.labels)}

    @property
    def codes(self) -> Mapping[str, int]:
        """The report that a cell of an exported column stands for, by the cell."""
        return {str(report): report for report in range(self.options)}

    def answers_in(self, column: Sequence[Any], read: Callable[[], Sequence[int | None]]) -> Any:
        """The answers in a column's cells; `read` returns the places of the labels in them."""
        return read()

    @property
    def drawn(self) -> Sequence[Any]:
        """The value of each report in a drawn column: its label, or 0 and 1 for bits."""
        return self.labels

    def check_bit(self) -> None:
        """Raises ParameterError unless its reports are yes or no."""
        raise ParameterError("It must be yes/no.", "kind")

    def half_width(self, method: Method, count: ReportCount, confidence: float) -> float:
        """Half the width to expect of this interval, for the share that `count` counts."""
        return method.expected_half_width(count, confidence)

    def count(self, counts: Sequence[int], value: int, setting: Setting) -> ReportCount:
        """The count of the reports that say `value`, where `counts[v]` reports say v."""
        keep, other = self.chances(value)
        of_all = sum(counts), counts[value]
        return ReportCount(*of_all, keep, other, setting.expected, setting.drawn_from, setting.cap)
