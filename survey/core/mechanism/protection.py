"""How well a whole survey protects a respondent, in one of four levels.

Whoever sees all reports of one respondent multiplies their odds on that respondent's
answers by at most the product of the odds of all items (basic composition: the ε add up).
"""

from collections.abc import Iterable
from fractions import Fraction

from survey.core.mechanism.randomize import Odds

# The largest product of odds of each level, the best protection first.
LEVELS = {"strong": 3, "fair": 9, "weak": 27}
BEYOND = "hardly_any"


def product_of_odds(odds: Iterable[Odds]) -> Fraction:
    """The product of the odds A/B of all items, exact: e^(sum of their ε); 1 for no items."""
    product = Fraction(1)
    for a, b in odds:
        product *= Fraction(a, b)
    return product


def protection_level(odds: Iterable[Odds]) -> str:
    """ "strong" if the product of all odds is at most 3, "fair" to 9, "weak" to 27, else
    "hardly_any"."""
    product = product_of_odds(odds)
    return next((level for level, most in LEVELS.items() if product <= most), BEYOND)


GUESS = Fraction(30, 100)  # what the page takes somebody to have guessed before


def after_report(odds: Odds, said: bool) -> Fraction:
    """The chance that they give it after a report at odds A/B that `said` it, or its opposite."""
    keep, other = odds
    held, rest = (keep, other) if said else (other, keep)
    weight = GUESS * held
    return weight / (weight + (1 - GUESS) * rest)
