"""Figures and γ in plain words: what stands within the sentences of pages and commands."""

import math
import unicodedata
from fractions import Fraction

from survey.core.privacy import HALF
from survey.core.privacy import keep_and_other
from survey.core.privacy import odds

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to
SAYS_NOTHING = 0.5  # then an interval is as wide as from nobody to everyone

_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(share: float | Fraction | None, digits: int = 0) -> str:
    """A share as a percentage with a true minus sign; "–" where there is none."""
    if share is None:
        return "–"
    text = f"{100 * float(share):.{digits}f}%"
    if float(text[:-1]) == 0:
        text = text.replace("-", "")
    return text.replace("-", "−")


def points(share: float) -> str:
    """A distance between shares, in percentage points."""
    value = 100 * float(share)
    if value >= 10:
        return f"{value:,.0f}"
    return f"{value:.1f}" if value >= 1 or value == 0 else f"{value:.2g}"


def number(value: float | None) -> str:
    """A mean with three or more digits and a true minus sign; "–" where there is none."""
    if value is None:
        return "–"
    digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
    text = f"{value:,.{digits}f}"
    return text.replace("-", "−") if float(text.replace(",", "")) else text.replace("-", "")


def plain(value: float) -> str:
    """A value with no more digits than it needs, ten at most: "−2.5", "1,000"."""
    return f"{value:,.10g}".replace("-", "−")


def power_of_ten(power: int) -> str:
    """10 to a whole power: "10⁶", "10⁻³"."""
    return "10" + str(power).translate(_SUPERSCRIPTS)


def quoted(words: str) -> str:
    """Words of a questionnaire within a sentence of ours.

    Where they run from right to left they are isolated (Unicode UAX 9): else the figure
    behind them would be drawn beside the next words.
    """
    if any(unicodedata.bidirectional(character) in {"R", "AL"} for character in words):
        words = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
    return f"“{words}”"


def whole(value: int) -> str:
    """A whole number as it is written: "−1,000"."""
    return f"{value:,}".replace("-", "−")


def truth_probability(gamma: Fraction, options: int = 2) -> str:
    """The chance that a report is the truth: "75%", exact to two decimals where it can be."""
    return exact_percent(keep_and_other(gamma, options)[0])


def other_probability(gamma: Fraction, options: int = 2) -> str:
    """The chance that a report is any one other option."""
    return exact_percent(keep_and_other(gamma, options)[1])


def exact_percent(probability: Fraction | float) -> str:
    """A probability or a confidence with as many decimals as it needs: "95%", "99.29%", "99.9958%".

    Two, or more where it would be rounded to 0% or to 100%.
    """
    distance = float(100 * min(probability, 1 - probability))
    digits = 2 if distance <= 0 or distance >= 0.01 else 1 - math.floor(math.log10(distance))
    return f"{float(100 * probability):.{digits}f}".rstrip("0").rstrip(".") + "%"


def odds_in_figures(gamma: Fraction, reports: int = 1) -> tuple[str | None, bool]:
    """(A/B)^reports as digits, and whether they are exact; None beyond a billion."""
    a, b = odds(gamma)
    factor = Fraction(a, b) ** reports
    if factor.denominator == 1 and factor < 100_000:
        return f"{factor.numerator:,}", True
    if factor > 1_000_000_000:
        return None, False
    if factor >= 1000:
        return f"{float(f'{float(factor):.2g}'):,.0f}", False
    text = f"{float(factor):.2f}".rstrip("0").rstrip(".")
    return text, Fraction(text) == factor


def odds_in_words(gamma: Fraction, reports: int = 1) -> str:
    """(A/B)^reports as a factor: "3", "about 1.65", "about 9,300" or "more than a billion"."""
    figure, exact = odds_in_figures(gamma, reports)
    if figure is None:
        return "more than a billion"
    return figure if exact else f"about {figure}"


def counts_in_words(gamma: Fraction) -> str:
    """The channel as counts of students."""
    yes, no = (f"{float(100 * p):.4g}" for p in (HALF + gamma, HALF - gamma))
    return (
        f"Of 100 students whose answer is yes, {yes} send yes on average; "
        f"of 100 whose answer is no, {no} do."
    )


INTERVAL_QUESTIONS = {
    "hoeffding": "holds for any class, looked at once, and assumes nothing more",
    "class": "exact for this very class, where only the coins are random, unless it was closed "
    "for how the figures looked",
    "population": "for a class that is a sample of a larger population",
    "anytime": "still right however often you look while responses arrive",
}
