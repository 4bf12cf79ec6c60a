"""How to randomize an answer by hand, with exactly the declared odds: steps in words.

Whole sentences, so that each language can build its own. All numbers are whole and
written with the digits 0 to 9, as they are on the slips of paper.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import reduce
from typing import Literal

from survey.core.instrument.instrument import Instrument
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import odds
from survey.text.translator import Translator

When = Literal["tails", "six"] | tuple[int, int]


@dataclass(frozen=True)
class Procedure:
    """Instructions to randomize a bit by hand: the object to throw, and when to mark the opposite.

    `when` is "tails", "six", or the numbers (first, last) of the draw.
    """

    draw: str
    when: When


def procedure(gamma: Fraction, say: Translator) -> Procedure:
    """Coins, a die or numbers on paper that give odds A/B exactly.

    The opposite is marked with probability B/(A+B) = 1/2 − γ.
    """
    a, b = odds(gamma)
    total = a + b
    if (a, b) == (3, 1):
        return Procedure(say.gettext("Flip two coins, where only you can see them."), "tails")
    if total == 6 and b == 1:
        return Procedure(say.gettext("Roll a die, where only you can see it."), "six")
    return Procedure(_draw_a_number(str(total), say), (a + 1, total))


def steps_of_a_bit(item: Item, say: Translator) -> list[str]:
    """The steps of a bit: a coin, a die or numbers, and when to mark the opposite."""
    by_hand = procedure(item.gamma, say)
    otherwise = say.gettext("Otherwise mark your true answer.")
    return [by_hand.draw, _opposite_of_the_answer(by_hand.when, say), otherwise]


def draw_of_question(instrument: Instrument, say: Translator) -> list[str]:
    """How chance picks the one question to answer, in two lines; no lines if all are answered."""
    questions = len(instrument.questions)
    if not instrument.one_question_each:
        return []
    if questions == 6:
        draw = say.gettext("First roll a die: its number is your question.")
    else:
        draw = say.gettext(
            "First draw your question: write the numbers 1 to %(all)s on slips of paper, and draw "
            "one.",
            all=str(questions),
        )
    keep = say.gettext("Draw once, answer that question alone, and leave all others empty.")
    return [draw, keep]


def _opposite_of_the_answer(when: When, say: Translator) -> str:
    if when == "tails":
        return say.gettext("If both show tails, mark the opposite of your true answer.")
    if when == "six":
        return say.gettext("If it shows a six, mark the opposite of your true answer.")
    first, last = when
    if first == last:
        return say.gettext(
            "If it is %(number)s, mark the opposite of your true answer.", number=str(last)
        )
    return say.gettext(
        "If it is %(first)s to %(last)s, mark the opposite of your true answer.",
        first=str(first), last=str(last),
    )  # fmt: skip


def _other_end(when: When, low: int, high: int, say: Translator) -> str:
    ends = {"low": say.whole(low), "high": say.whole(high)}
    if when == "tails":
        return say.gettext(
            "If both show tails, mark the other one of %(low)s and %(high)s.", **ends
        )
    if when == "six":
        return say.gettext("If it shows a six, mark the other one of %(low)s and %(high)s.", **ends)
    first, last = when
    if first == last:
        return say.gettext(
            "If it is %(number)s, mark the other one of %(low)s and %(high)s.",
            number=str(last), **ends,
        )  # fmt: skip
    return say.gettext(
        "If it is %(first)s to %(last)s, mark the other one of %(low)s and %(high)s.",
        first=str(first), last=str(last), **ends,
    )  # fmt: skip


def steps_of_a_choice(item: Item, say: Translator) -> list[str]:
    """The steps of a choice: a number from 1 to T = A + (k−1)B decides.

    Up to A it keeps the truth; each other option has B of the numbers above.
    """
    a, b = item.odds
    others = item.options - 1

    def joined(row: str, piece: str) -> str:
        return say.gettext("%(first)s; %(next)s", first=row, next=piece)

    pieces = [
        say.gettext(
            "%(numbers)s: %(option)s",
            numbers=_numbers(a + place * b + 1, a + (place + 1) * b, say),
            option=ordinal(place + 1, say),
        )
        for place in range(others)
    ]
    return [
        _draw_a_number(str(a + others * b), say),
        # A > B >= 1: more than one number keeps the truth.
        say.gettext("If it is 1 to %(last)s, mark your true answer.", last=str(a)),
        say.gettext(
            "Otherwise leave your true answer out, count the other options from the top, and mark "
            "the one that the number says: %(list)s.",
            list=reduce(joined, pieces),
        ),
    ]


def steps_of_a_number(item: Item, say: Translator) -> list[str]:
    """The steps of a number: stochastic rounding by a draw from 1 to high − low, then the coin."""
    low, high = item.range
    by_hand = procedure(item.gamma, say)
    coin = [by_hand.draw, _other_end(by_hand.when, low, high, say)]
    ends = {"low": say.whole(low), "high": say.whole(high)}
    if high - low == 1:
        return [
            say.gettext("Think of your number."),
            *coin,
            say.gettext("Otherwise mark your number."),
        ]
    if low > 0:
        distance = say.gettext("Work out your number less %(low)s.", low=ends["low"])
    elif low < 0:
        distance = say.gettext("Work out your number plus %(shift)s.", shift=say.whole(-low))
    else:
        distance = say.gettext("Think of your number.")
    if low:
        rounding = say.gettext(
            "If it is at most that, take %(high)s; otherwise take %(low)s.", **ends
        )
    else:
        rounding = say.gettext(
            "If it is at most your number, take %(high)s; otherwise take %(low)s.", **ends
        )
    otherwise = say.gettext("Otherwise mark what you have taken.")
    return [distance, _draw_a_number(say.whole(high - low), say), rounding, *coin, otherwise]


def _draw_a_number(largest: str, say: Translator) -> str:
    return say.gettext(
        "Draw a number from 1 to %(largest)s at random. Write the numbers on slips of paper and "
        "draw one where only you can see it. Or use a calculator's random key, and clear it "
        "afterwards.",
        largest=largest,
    )


def _numbers(first: int, last: int, say: Translator) -> str:
    if first == last:
        return str(first)
    return say.gettext("%(first)s to %(last)s", first=str(first), last=str(last))


def ordinal(place: int, say: Translator) -> str:
    """The ordinal of one of the other options, counted from the top: "first"."""
    words: list[Callable[[], str]] = [
        lambda: say.gettext("first"),
        lambda: say.gettext("second"),
        lambda: say.gettext("third"),
        lambda: say.gettext("fourth"),
        lambda: say.gettext("fifth"),
        lambda: say.gettext("sixth"),
        lambda: say.gettext("seventh"),
        lambda: say.gettext("eighth"),
        lambda: say.gettext("ninth"),
    ]
    if place <= len(words):
        return words[place - 1]()
    return say.gettext("%(place)sth", place=str(place))
