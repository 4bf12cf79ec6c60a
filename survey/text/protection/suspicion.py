"""What a number means: a suspicion before and after, "30 → 56%", in one way everywhere.

Someone who held an answer for true with a chance g = 30 % and sees reports whose odds A/B multiply
to r >= 1 holds it for true with at most

    g r / (g r + 1 − g),

however many options there are (core.mechanism.protection). static/client/protection/suspicion.js
is its mirror.
"""

from collections.abc import Iterable
from fractions import Fraction

from survey.core.mechanism.protection import GUESS, after_report, product_of_odds
from survey.core.mechanism.randomize import Odds
from survey.text.figures import isolated
from survey.text.translator import ENGLISH, Translator

ALMOST_ALL = Fraction(999, 1000)
NO_WHOLE_PERCENT = Fraction(995, 1000)  # from here on it would be rounded to 100%


def suspicion_after(odds: Iterable[Odds]) -> Fraction:
    """The chance after reports with all these odds, at worst: from 30 % to below 1."""
    product = product_of_odds(odds)
    return after_report((product.numerator, product.denominator), True)


def suspicion_in_words(odds: Iterable[Odds], say: Translator = ENGLISH) -> str:
    """ "30 → 56%"; of more than 99.9 % only that it is more."""
    before = say.whole(int(100 * GUESS))
    return isolated(say.locale, f"{before} → {_share(suspicion_after(odds), say)}")


def _share(share: Fraction, say: Translator) -> str:
    if share > ALMOST_ALL:
        return say.gettext("over {share}").format(share=say.exact_percent(ALMOST_ALL))
    return say.percent(share) if share < NO_WHOLE_PERCENT else say.exact_percent(share)
