"""How to randomize an answer by hand, with exactly the declared odds: steps in words."""

from dataclasses import dataclass
from fractions import Fraction

from survey.core.privacy import odds
from survey.core.questions import Item
from survey.core.questions import Kind
from survey.core.questions import Question

BY_HAND = (
    "write them on slips of paper and draw one where only you can see it, or use a calculator's "
    "random key and clear it afterwards."
)
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


@dataclass(frozen=True)
class Procedure:
    """How to randomize a bit by hand: with what, and when to mark the opposite."""

    draw: str
    opposite_if: str


def procedure(gamma: Fraction) -> Procedure:
    """Coins, a die or numbers on paper that give odds A/B exactly.

    The opposite is marked with probability B/(A+B) = 1/2 − γ.
    """
    a, b = odds(gamma)
    total = a + b
    if (a, b) == (3, 1):
        return Procedure("Flip two coins, where only you can see them.", "both show tails")
    if total == 6 and b == 1:
        return Procedure("Roll a die, where only you can see it.", "it shows a six")
    return Procedure(
        f"Draw a number from 1 to {total} at random: {BY_HAND}",
        f"it is {_numbers(a + 1, total)}",
    )


def steps(question: Question, item: Item) -> list[str]:
    """What to do for one item, a sentence a step."""
    if question.openly:
        return ["This is asked openly: mark your true answer. Nothing protects it."]
    if question.kind is Kind.NUMBER:
        return _steps_of_a_number(question)
    if item.options > 2:
        return _steps_of_a_choice(item)
    return _steps_of_a_bit(item.gamma, "your true answer", "the opposite of your true answer")


def _steps_of_a_bit(gamma: Fraction, truth: str, opposite: str) -> list[str]:
    by_hand = procedure(gamma)
    return [by_hand.draw, f"If {by_hand.opposite_if}, mark {opposite}.", f"Otherwise mark {truth}."]


def _steps_of_a_choice(item: Item) -> list[str]:
    """A number from 1 to T = A + (k−1)B: below A+1 the truth, then B for each other option."""
    a, b = odds(item.gamma)
    others = item.options - 1
    pieces = [
        f"{_numbers(a + place * b + 1, a + (place + 1) * b)}: {_ordinal(place + 1)}"
        for place in range(others)
    ]
    return [
        f"Draw a number from 1 to {a + others * b} at random: {BY_HAND}",
        f"If it is {_numbers(1, a)}, mark your true answer.",
        "Otherwise leave your true answer out, count the other options from the top, and mark "
        f"the one that the number says: {'; '.join(pieces)}.",
    ]


def _steps_of_a_number(question: Question) -> list[str]:
    """Stochastic rounding with a number from 1 to high − low, and then the coin."""
    low, high = question.low, question.high
    distance = f"your number less {low}" if low >= 0 else f"your number plus {-low}"
    rounding = [
        f"Work out {distance}." if low else "Think of your number.",
        f"Draw a number from 1 to {high - low} at random: {BY_HAND}",
        f"If it is at most {'that' if low else 'your number'}, take {high}; otherwise take {low}.",
    ]
    if high - low == 1:
        rounding = ["Think of your number."]
    ends = f"the other one of {low} and {high}"
    truth = "what you have taken" if high - low > 1 else "your number"
    return rounding + _steps_of_a_bit(question.gamma, truth, ends)


def _numbers(first: int, last: int) -> str:
    return str(first) if first == last else f"{first} to {last}"


def _ordinal(place: int) -> str:
    return ORDINALS[place - 1] if place <= len(ORDINALS) else f"{place}th"
