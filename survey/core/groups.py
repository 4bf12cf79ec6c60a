"""The same question in each group of those who gave the same open answer."""

from dataclasses import dataclass
from functools import cached_property

from survey.core.intervals import Interval
from survey.core.means import difference_of_means
from survey.core.questions import Item
from survey.core.questions import Kind
from survey.core.questions import Question
from survey.core.relations import CrossTable
from survey.core.results import Mean
from survey.core.results import question_result


@dataclass(frozen=True)
class Relation:
    """A cross-table with the two questions it comes from, and means where there are any."""

    table: CrossTable
    first_question: Question
    second_question: Question

    @property
    def groups(self) -> list[str]:
        """What each answer to the first question means."""
        return _meanings(self.first_question, self.table.first)

    @property
    def options(self) -> list[str]:
        """What each answer to the second question means."""
        return _meanings(self.second_question, self.table.second)

    @cached_property
    def means(self) -> list[Mean] | None:
        """The mean of the second question in each group that was asked for openly."""
        if not self.table.first.openly or self.second_question.kind not in {
            Kind.NUMBER,
            Kind.RATING,
        }:
            return None
        return [
            question_result(
                self.table.second.name, self.second_question, [row], self.table.confidence, 100
            ).mean
            for row in self.table.counts
        ]

    def difference_of_means(self, group: int) -> tuple[float, Interval] | None:
        """The mean of a group less that of the first group, with Hoeffding's interval."""
        return difference_of_means(self.means[group], self.means[0])


def _meanings(question: Question, item: Item) -> list[str]:
    """The labels; of a number, that each end is what it was rounded to and no answer."""
    rounded = "rounded to " if question.kind is Kind.NUMBER else ""
    return [rounded + label for label in item.labels]
