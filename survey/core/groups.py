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
from survey.core.results import question_mean


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
        if not self.table.first.openly:
            return None
        means = [
            question_mean(self.second_question, row, self.table.confidence)
            for row in self.table.counts
        ]
        # A number or a rating has a mean in every group, another question in none.
        return [mean for mean in means if mean is not None] or None

    def difference_of_means(self, group: int) -> tuple[float, Interval] | None:
        """The mean of a group less that of the first group, with Hoeffding's interval.

        None where there are no means, or one of the two groups is empty.
        """
        if self.means is None:
            return None
        return difference_of_means(self.means[group], self.means[0])


def _meanings(question: Question, item: Item) -> list[str]:
    """The labels; of a number, that each end is what it was rounded to and no answer."""
    rounded = "rounded to " if question.kind is Kind.NUMBER else ""
    return [rounded + label for label in item.labels]
