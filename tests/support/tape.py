"""A tape in place of the browser's random source, and the words that lead to given reports."""

import itertools
import json
from collections.abc import Iterable, Sequence

from playwright.sync_api import Page

from survey.core.instrument.instrument import Instrument, Question
from survey.core.kinds.registry import KINDS
from survey.core.mechanism.randomize import WORDS
from survey.core.responses.answers import Answer, randomize_answer

TAPE = """
const tape = %s;
crypto.getRandomValues = (array) => {
    for (let i = 0; i < array.length; i++) {
        if (!tape.length) throw new Error("the tape is too short");
        array[i] = tape.shift();
    }
    return array;
};
"""

# Every draw whose bound does not divide 2^32 skips this word: it is above the last full multiple.
SKIPPED = WORDS - 1


def put_tape(page: Page, words: Sequence[int]) -> None:
    """Makes these words the page's only randomness."""
    page.add_init_script(TAPE % json.dumps(list(words)))


def draw_bounds(question: Question) -> list[int]:
    """The bound of each uniform draw that an answer to this question takes, in order."""
    keep, other = question.odds
    one_item = keep + (question.options - 1) * other
    if question.kind is KINDS["several"]:
        return [one_item] * len(question.listed)
    if question.kind is KINDS["number"]:
        return [question.high - question.low, one_item]  # rounded first, then randomized
    return [one_item]


def all_reports(question: Question) -> list[tuple[int, ...]]:
    """All reports that an answer to this question may get."""
    return list(itertools.product(range(question.options), repeat=len(question.items(""))))


def words_for(
    question: Question, answer: Answer, reports: Iterable[int], roundabout: bool = False
) -> list[int]:
    """The least words that make the mechanism give these reports for this answer.

    Roundabout, they are the greatest such words, and every draw that can skip
    a word has skipped one: another tape for the same reports.
    """
    wanted = list(reports)
    bounds = draw_bounds(question)
    for words in itertools.product(*map(range, bounds)):
        if roundabout:
            words = [bound - 1 - word for word, bound in zip(words, bounds, strict=True)]
        if randomize_answer(question, answer, iter(words).__next__) == wanted:
            return _with_skipped(words, bounds) if roundabout else list(words)
    raise ValueError(f"no words report {answer} as {wanted}")


def _with_skipped(words: Sequence[int], bounds: Sequence[int]) -> list[int]:
    pairs = zip(words, bounds, strict=True)
    return [each for word, bound in pairs for each in ([SKIPPED] if WORDS % bound else []) + [word]]


def tape_for(
    instrument: Instrument,
    answers: Sequence[Answer],
    reports: Sequence[int],
    roundabout: bool = False,
) -> list[int]:
    """Words that make the page send these reports for these answers."""
    rest = iter(reports)
    tape = []
    for question, answer in zip(instrument.questions, answers, strict=True):
        own = itertools.islice(rest, len(question.items("")))
        tape += words_for(question, answer, own, roundabout)
    return [*tape, *id_words(reports)]


def id_words(reports: Sequence[int]) -> list[int]:
    """The words of the response id, the same for equal reports: the server takes every run."""
    return [0x01234567, 0x89ABCDEF, 0x02468ACE, int("".join(map(str, reports)))]
