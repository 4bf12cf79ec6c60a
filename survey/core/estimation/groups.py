"""A cross-table with the two questions that it relates."""

from dataclasses import dataclass

from survey.core.estimation.crosstab import CrossTable
from survey.core.instrument.questions import Question
from survey.core.kinds.item import Item


@dataclass(frozen=True)
class Relation:
    """A cross-table with the two questions it comes from."""

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


def _meanings(question: Question, item: Item) -> list[str]:
    """The labels of the item; those of a number say that answers were rounded to them."""
    rounded = "rounded to " if question.item.ends else ""
    return [rounded + label for label in item.labels]
