"""Questions that stand in a questionnaire more than once; each copy has coins of its own."""

import unicodedata

from survey.core.instrument.instrument import Instrument, Question

_AT_THE_END = " ?!.…:;؟？。"


def repeated_questions(instrument: Instrument) -> list[tuple[int, ...]]:
    """The numbers, from 1 on, of the questions that ask the same, one tuple for each such group.

    Capitals, spaces, punctuation at the end and the order of options make no difference, and
    neither do γ and the kind. Questions without a text are not compared.
    """
    numbers: dict[tuple[str, frozenset[str]], list[int]] = {}
    for number, question in enumerate(instrument.questions, start=1):
        if text := _folded(question.text):
            numbers.setdefault((text, _options(question)), []).append(number)
    return [tuple(each) for each in numbers.values() if len(each) > 1]


def _options(question: Question) -> frozenset[str]:
    return frozenset(map(_folded, question.listed))


def _folded(text: str) -> str:
    words = unicodedata.normalize("NFKC", text).casefold().split()
    return " ".join(words).rstrip(_AT_THE_END)
