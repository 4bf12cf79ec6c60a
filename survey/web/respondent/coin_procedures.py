"""How to randomize an answer by hand, with exactly the declared odds: steps in words.

Whole sentences, so that each language can build its own. All numbers are whole and
written with the digits 0 to 9, as they are on the slips of paper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Literal

from flask_babel import gettext

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import odds

When = Literal["tails", "six"] | tuple[int, int]


@dataclass(frozen=True)
class Procedure:
    """How to randomize a bit by hand: with what, and when to mark the opposite.

    `when` is "tails", "six", or the numbers (first, last) of the draw.
    """

    draw: str
    when: When


def procedure(gamma: Fraction) -> Procedure:
    """Coins, a die or numbers on paper that give odds A/B exactly.

    The opposite is marked with probability B/(A+B) = 1/2 − γ.
    """
    a, b = odds(gamma)
    total = a + b
    if (a, b) == (3, 1):
        return Procedure(gettext("Flip two coins, where only you can see them."), "tails")
    if total == 6 and b == 1:
        return Procedure(gettext("Roll a die, where only you can see it."), "six")
    return Procedure(_draw_a_number(total), (a + 1, total))


def steps(item: Item) -> list[str]:
    """What to do for one item, a sentence a step."""
    if item.ends:
        return _steps_of_a_number(item.gamma, *item.ends)
    if item.options > 2:
        return _steps_of_a_choice(item)
    by_hand = procedure(item.gamma)
    otherwise = gettext("Otherwise mark your true answer.")
    return [by_hand.draw, _opposite_of_the_answer(by_hand.when), otherwise]


def draw_of_question(instrument: Instrument) -> list[str]:
    """How chance picks the one question that is answered, in two lines; none where all are."""
    questions = len(instrument.questions)
    if not instrument.one_question_each:
        return []
    if questions == 6:
        draw = gettext("First roll a die: its number is your question.")
    else:
        draw = gettext(
            "First draw your question: write the numbers 1 to %(all)s on slips of paper, and draw "
            "one.",
            all=str(questions),
        )
    keep = gettext("Draw once, answer that question alone, and leave all others empty.")
    return [draw, keep]


def _opposite_of_the_answer(when: When) -> str:
    if when == "tails":
        return gettext("If both show tails, mark the opposite of your true answer.")
    if when == "six":
        return gettext("If it shows a six, mark the opposite of your true answer.")
    first, last = when
    if first == last:
        return gettext(
            "If it is %(number)s, mark the opposite of your true answer.", number=str(last)
        )
    return gettext(
        "If it is %(first)s to %(last)s, mark the opposite of your true answer.",
        first=str(first), last=str(last),
    )  # fmt: skip


def _other_end(when: When, low: int, high: int) -> str:
    ends = {"low": str(low), "high": str(high)}
    if when == "tails":
        return gettext("If both show tails, mark the other one of %(low)s and %(high)s.", **ends)
    if when == "six":
        return gettext("If it shows a six, mark the other one of %(low)s and %(high)s.", **ends)
    first, last = when
    if first == last:
        return gettext(
            "If it is %(number)s, mark the other one of %(low)s and %(high)s.",
            number=str(last), **ends,
        )  # fmt: skip
    return gettext(
        "If it is %(first)s to %(last)s, mark the other one of %(low)s and %(high)s.",
        first=str(first), last=str(last), **ends,
    )  # fmt: skip


def _steps_of_a_choice(item: Item) -> list[str]:
    """A number from 1 to T = A + (k−1)B: below A+1 the truth, then B for each other option."""
    a, b = odds(item.gamma)
    others = item.options - 1
    pieces = [
        gettext(
            "%(numbers)s: %(option)s",
            numbers=_numbers(a + place * b + 1, a + (place + 1) * b),
            option=ordinal(place + 1),
        )
        for place in range(others)
    ]
    return [
        _draw_a_number(a + others * b),
        # A > B >= 1: more than one number keeps the truth.
        gettext("If it is 1 to %(last)s, mark your true answer.", last=str(a)),
        gettext(
            "Otherwise leave your true answer out, count the other options from the top, and mark "
            "the one that the number says: %(list)s.",
            list=reduce(_and_then, pieces),
        ),
    ]


def _and_then(row: str, piece: str) -> str:
    return gettext("%(first)s; %(next)s", first=row, next=piece)


def _steps_of_a_number(gamma: Fraction, low: int, high: int) -> list[str]:
    """Stochastic rounding with a number from 1 to high − low, and then the coin."""
    by_hand = procedure(gamma)
    coin = [by_hand.draw, _other_end(by_hand.when, low, high)]
    ends = {"low": str(low), "high": str(high)}
    if high - low == 1:
        return [gettext("Think of your number."), *coin, gettext("Otherwise mark your number.")]
    if low > 0:
        distance = gettext("Work out your number less %(low)s.", low=str(low))
    elif low < 0:
        distance = gettext("Work out your number plus %(shift)s.", shift=str(-low))
    else:
        distance = gettext("Think of your number.")
    if low:
        rounding = gettext("If it is at most that, take %(high)s; otherwise take %(low)s.", **ends)
    else:
        rounding = gettext(
            "If it is at most your number, take %(high)s; otherwise take %(low)s.", **ends
        )
    otherwise = gettext("Otherwise mark what you have taken.")
    return [distance, _draw_a_number(high - low), rounding, *coin, otherwise]


def _draw_a_number(largest: int) -> str:
    return gettext(
        "Draw a number from 1 to %(largest)s at random: write them on slips of paper and draw one "
        "where only you can see it, or use a calculator's random key and clear it afterwards.",
        largest=str(largest),
    )


def _numbers(first: int, last: int) -> str:
    if first == last:
        return str(first)
    return gettext("%(first)s to %(last)s", first=str(first), last=str(last))


def ordinal(place: int) -> str:
    """Which of the other options is meant, from the top: "first"."""
    words: list[Callable[[], str]] = [
        lambda: gettext("first"),
        lambda: gettext("second"),
        lambda: gettext("third"),
        lambda: gettext("fourth"),
        lambda: gettext("fifth"),
        lambda: gettext("sixth"),
        lambda: gettext("seventh"),
        lambda: gettext("eighth"),
        lambda: gettext("ninth"),
    ]
    if place <= len(words):
        return words[place - 1]()
    return gettext("%(place)sth", place=str(place))
