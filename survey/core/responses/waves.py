"""A question in several waves: a repeated answer repeats its report.

At first contact the client draws one report for every possible answer and keeps the table:
averaging over waves then reveals no more about an unchanged answer than one wave does. The table
does not say which answer was true, but somebody who holds both the table and the reports that were
sent can tell. Reports of two waves that are known to come from one person tell of a change:
different reports prove it; equal ones multiply the odds that the answer stayed by up to 1/(1/2 − γ)
for yes or no, which is above e^ε. A number is rounded with one threshold for all waves, so that its
table has two reports however wide the range.

Sources: Erlingsson, Pihur, Korolova (2014), doi:10.1145/2660267.2660348 (a
permanent response); Ding, Kulkarni, Yekhanin (2017), arXiv:1712.01524 (a number
rounded at one threshold).
"""

from collections.abc import Callable
from dataclasses import dataclass

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.known_again import bare, known_again
from survey.core.mechanism.randomize import randomize
from survey.core.responses.answers import Answer, values_of


@dataclass(frozen=True)
class WaveTable:
    """One report for every possible answer to a question.

    `reports[i][v]` is the report of item i for the value v. A number has the
    value 1 if it is above low + `threshold`, else 0.
    """

    reports: tuple[tuple[int, ...], ...]
    threshold: int = 0


def draw_table(question: Question, next_word: Callable[[], int]) -> WaveTable:
    """A new table; every report in it is drawn independently with the question's odds."""
    threshold = question.item.threshold(next_word)
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
    places = [question.item.place_at(table.threshold, value) for value in values]
    return [row[place] for row, place in zip(table.reports, places, strict=True)]


def same_waves(wave: Instrument, other: Instrument) -> bool:
    """Whether both are waves of one survey, whatever the spaces in its name."""
    return bool(wave.waves_of) and bare(wave.waves_of) == bare(other.waves_of)


def repeated_questions(wave: Instrument, other: Instrument) -> list[int]:
    """The numbers, from 1, of the wave's questions that the other has in the same words.

    The options, the range, γ and all translations must be the same, too, but for what `bare`
    texts leave out; any other difference makes another question, with reports of its own.
    Empty unless both are waves of one survey.
    """
    if not same_waves(wave, other):
        return []
    asked = known_again(other.questions, other.translations)
    here = known_again(wave.questions, wave.translations)
    return [number for number, question in enumerate(here, start=1) if question in asked]
