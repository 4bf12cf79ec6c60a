"""A cross-table with the two questions that it relates."""

from dataclasses import dataclass

from survey.core.instrument.questions import Question
from survey.core.results.crosstab import CrossTable


@dataclass(frozen=True)
class Relation:
    """A cross-table with the two questions it comes from."""

    table: CrossTable
    first_question: Question
    second_question: Question

    @property
    def groups(self) -> list[str]:
        """What each answer to the first question means."""
        return list(self.first_question.item.meanings)

    @property
    def options(self) -> list[str]:
        """What each answer to the second question means."""
        return list(self.second_question.item.meanings)
