"""Simulated respondents: answers with given shares, and their reports.

The shares of a question are those of its options, of yes, or of yes to each option of "choose all
that apply"; for a number, the place of its mean in the range, from 0 to 1.
"""

import secrets
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from survey.core.instrument.instrument import Instrument, Question
from survey.core.mechanism.vectorized import randomize_array
from survey.core.responses.reports import Reports
from survey.core.responses.response import Response

Generator = np.random.Generator | None

NOT_ASKED = -1  # in arrays of whole numbers


def simulated_answers(
    question: Question, shares: Sequence[float], respondents: int, generator: Generator
) -> NDArray[np.int64]:
    """Answers with these shares: one column, or one for each option of "choose all".

    Answers in a number's range are drawn, so that only their expected mean is the one given.
    """
    # The order is random, so that answers to different questions are independent.
    order = generator or np.random.default_rng(secrets.randbits(128))
    return question.kind.truths.answers(question.items(""), shares, respondents, order)


def reports_of(
    question: Question, answers: NDArray[np.int64], generator: Generator
) -> NDArray[np.int64]:
    """The reports for these answers, one column for each item.

    Random words come from the operating system unless a generator is given.
    """
    places = question.item.places(answers, generator)
    reports = randomize_array(places, question.odds, question.options, generator)
    return reports.reshape(len(answers), question.item_count)


def simulated_respondents(
    instrument: Instrument,
    shares: Sequence[Sequence[float]],
    respondents: int,
    generator: Generator,
) -> tuple[list[NDArray[np.int64]], NDArray[np.int64]]:
    """(answers to each question, all reports with one row for each respondent).

    With one question each, the reports on all other questions are NOT_ASKED.
    """
    answers = [
        simulated_answers(question, each, respondents, generator)
        for question, each in zip(instrument.questions, shares, strict=True)
    ]
    columns = [
        reports_of(question, each, generator)
        for question, each in zip(instrument.questions, answers, strict=True)
    ]
    reports = np.hstack(columns)
    if instrument.one_question_each:
        chance = generator or np.random.default_rng(secrets.randbits(128))
        asked = chance.integers(len(instrument.questions), size=respondents)
        sizes = [question.item_count for question in instrument.questions]
        of_item = np.repeat(np.arange(len(sizes)), sizes)
        reports = np.where(of_item == asked[:, np.newaxis], reports, NOT_ASKED)
    return answers, reports


def simulated_responses(
    instrument: Instrument,
    shares: Sequence[Sequence[float]],
    students: int,
    generator: Generator = None,
) -> list[Response]:
    """The responses of so many simulated students, randomized like any other."""
    _, reports = simulated_respondents(instrument, shares, students, generator)
    return [Response(instrument.digest, secrets.token_hex(16), sent) for sent in as_sent(reports)]


def as_sent(reports: NDArray[np.int64]) -> list[Reports]:
    """The rows of reports in the form that responses have."""
    return [
        tuple(None if report == NOT_ASKED else report for report in row) for row in reports.tolist()
    ]


def truths_of(question: Question, answers: NDArray[np.int64]) -> list[float]:
    """The true value of each quantity of the results: shares of options, then a mean."""
    return question.kind.truths.found(question.items(""), answers)
