"""A question in several waves: a repeated answer repeats its report. See static/client/waves.js.

At first contact one report is drawn for every possible answer, and the table is
kept: averaging over waves then tells no more of an answer that stays than one of
them. Which answer was true is not in it; but whoever holds both the table and the
reports that were sent can tell. And reports of two waves that are known to be one
person's tell of a change: for certain if they differ; if not, the odds that the
answer stayed are multiplied by up to 1/(1/2 − γ) for yes or no, above e^ε. A number
is rounded with one threshold for all waves, so that its table has two reports
however wide the range.

Sources: Erlingsson, Pihur, Korolova (2014), doi:10.1145/2660267.2660348 (a
permanent response); Ding, Kulkarni, Yekhanin (2017), arXiv:1712.01524 (a number
rounded at one threshold).
"""

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass, replace

from survey.core.instrument.questions import Question
from survey.core.mechanism.randomize import randomize, uniform_below
from survey.core.responses.answers import Answer, values_of


@dataclass(frozen=True)
class WaveTable:
    """One report for every possible answer to a question.

    `reports[i][v]` is the report of item i for the value v. A number has the
    value 1 if it is above low + `threshold`, else 0.
    """

    reports: tuple[tuple[int, ...], ...]
    threshold: int = 0


def bare(text: str) -> str:
    """What stays of a text in whichever case, spacing and width it is typed.

    By it a question is known again: "exam ?" is "Exam?", and has one table. Taking two
    questions for one would do no harm, since each report is a fair draw for its answer.
    """
    plain = unicodedata.normalize("NFKC", text).lower()
    return "".join(
        each for each in plain if not each.isspace() and unicodedata.category(each) != "Cf"
    )


def as_known_again(question: Question) -> Question:
    """The question by which its table is kept: equal for all that is the same question."""
    return replace(question, text=bare(question.text), listed=tuple(map(bare, question.listed)))


def draw_table(question: Question, next_word: Callable[[], int]) -> WaveTable:
    """A new table; every report in it is drawn with the question's odds, by itself."""
    ends = question.item.ends
    threshold = uniform_below(ends[1] - ends[0], next_word) if ends else 0
    reports = tuple(
        tuple(
            randomize(value, question.odds, question.options, next_word)
            for value in range(question.options)
        )
        for _ in range(question.item_count)
    )
    return WaveTable(reports, threshold)


def reports_from(table: WaveTable, question: Question, answer: Answer) -> list[int]:
    """The reports that the table has for an answer, one for each of the question's items."""
    values = values_of(question, answer)
    if question.item.ends:
        low, _ = question.item.ends
        values = [int(table.threshold < value - low) for value in values]
    return [row[value] for row, value in zip(table.reports, values, strict=True)]
