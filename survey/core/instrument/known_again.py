"""Which questions of several waves are the same.

The same questions share a table of reports. If two that mean different things shared one, they
would reveal answers, since their reports would differ only where the answers do. So every word that
anybody may read counts, in each language.
"""

import re
import unicodedata
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from survey.core.instrument.instrument import Question
from survey.core.instrument.texts import QuestionWording, Wording

# The question, and its wording in each other language, in `bare` texts.
KnownAgain = tuple[Question, tuple[tuple[str, QuestionWording], ...]]

WIDE = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)}  # ASCII as wide as Chinese
_BLANKS = re.compile(r"\s+")
LETTERS = "LNM"  # Unicode's categories of letters, digits, and marks on either


def bare(text: str) -> str:
    """The text without case, without the width of letters, and without spaces between no words.

    "exam ?" is "Exam?"; "now here" is not "nowhere", and "2⁰" is not "20".
    """
    plain = unicodedata.normalize("NFC", text.translate(WIDE)).lower()
    seen = "".join(each for each in plain if unicodedata.category(each) != "Cf")
    words = _BLANKS.sub(" ", seen).strip(" ")
    parted = "".join(
        each
        for place, each in enumerate(words)
        if each != " " or (_is_letter(words[place - 1]) and _is_letter(words[place + 1]))
    )
    return parted if parted == text else bare(parted)  # only now may a letter and its mark be one


def known_again(questions: Sequence[Question], translations: Sequence[Wording]) -> list[KnownAgain]:
    """The key of each question in all waves; questions that share a table have equal keys."""
    return [
        (
            replace(question, **_bare_texts(question)),
            tuple(
                (each.language, QuestionWording(**_bare_texts(each.questions[place])))
                for each in translations
            ),
        )
        for place, question in enumerate(questions)
    ]


def twins(questions: Sequence[Question], translations: Sequence[Wording]) -> list[list[int]]:
    """The numbers, from 1, of questions that a wave would take for the same, such as [[2, 5]]."""
    numbers = defaultdict(list)
    for number, known in enumerate(known_again(questions, translations), start=1):
        numbers[known].append(number)
    return [each for each in numbers.values() if len(each) > 1]


def _bare_texts(words: Question | QuestionWording) -> dict[str, Any]:
    return {"text": bare(words.text), "listed": tuple(map(bare, words.listed))}


def _is_letter(character: str) -> bool:
    return unicodedata.category(character)[0] in LETTERS
