"""Figures and γ in plain words, for the sentences of pages and commands."""

import unicodedata
from fractions import Fraction

from survey.core.mechanism.privacy import keep_and_other, odds
from survey.text.rounding import chance, decimals_of, fixed, significant, suffices, without_zeros

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to
SAYS_NOTHING = 0.5  # the half-width of an interval as wide as from nobody to everyone

_LONGEST_GAMMA = 7  # decimals
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")


def percent(share: float | Fraction | None, digits: int = 0) -> str:
    """A share as a percentage with a true minus sign; "–" for None."""
    return "–" if share is None else fixed(100 * share, digits) + "%"


def points(share: float | Fraction) -> str:
    """A distance between shares, in percentage points: two significant digits."""
    return significant(100 * share, 2)


def number(value: float | None) -> str:
    """A mean in three significant digits, but two decimals at most; "–" for None.

    Rounds no digit before the decimal point, and has a true minus sign.
    """
    if value is None:
        return "–"
    return fixed(value, min(2, max(0, decimals_of(value, 3))) if value else 2)


def epsilon_in_words(epsilon: float | None) -> str:
    """ε with two decimals, or two significant digits if it is below 0.1; "–" for None."""
    if epsilon is None:
        return "–"
    return significant(epsilon, 2) if 0 < epsilon < 0.1 else fixed(epsilon, 2)


def gamma_in_words(gamma: Fraction) -> str:
    """γ exactly: a fraction with a denominator of at most 20, or else a decimal such as "0.481".

    Stays a fraction if seven decimals cannot hold it.
    """
    if gamma.denominator <= 20 or 10**_LONGEST_GAMMA % gamma.denominator:
        return str(gamma)
    return without_zeros(f"{float(gamma):.{_LONGEST_GAMMA}f}")


def about(respondents: int) -> str:
    """A number of respondents that suffices, in two significant digits: "720" for 713."""
    return f"{suffices(respondents):,}"


def plain(value: float) -> str:
    """A value with no more digits than it needs, ten at most: "−2.5", "1,000"."""
    return f"{value:,.10g}".replace("-", "−")


def power_of_ten(power: int) -> str:
    """10 to a whole power: "10⁶", "10⁻³"."""
    return "10" + str(power).translate(_SUPERSCRIPTS)


def quoted(words: str) -> str:
    """Words of a questionnaire, quoted within a sentence of the app.

    Isolates words that run from right to left (Unicode UAX 9): else the figure behind them
    would be drawn in the wrong place.
    """
    if any(unicodedata.bidirectional(character) in {"R", "AL"} for character in words):
        words = f"\N{FIRST STRONG ISOLATE}{words}\N{POP DIRECTIONAL ISOLATE}"
    return f"“{words}”"


def whole(value: int) -> str:
    """A whole number with commas and a true minus sign: "−1,000"."""
    return f"{value:,}".replace("-", "−")


def truth_probability(gamma: Fraction, options: int = 2) -> str:
    """The chance that a report is the truth: "75%", "83.3%"."""
    return exact_percent(keep_and_other(gamma, options)[0])


def other_probability(gamma: Fraction, options: int = 2) -> str:
    """The chance that a report is any one other option."""
    return exact_percent(keep_and_other(gamma, options)[1])


def exact_percent(probability: Fraction | float) -> str:
    """A chance or a confidence, never rounded to 0% or to 100%: "95%", "83.3%", "99.9958%"."""
    return chance(probability) + "%"


def odds_in_figures(gamma: Fraction, reports: int = 1) -> tuple[str | None, bool]:
    """(A/B)^reports as digits, and whether they are exact; None beyond a billion."""
    a, b = odds(gamma)
    factor = Fraction(a, b) ** reports
    if factor.denominator == 1 and factor < 100_000:
        return f"{factor.numerator:,}", True
    if factor > 1_000_000_000:
        return None, False
    text = without_zeros(significant(factor, 3))
    return text, Fraction(text.replace(",", "")) == factor


def odds_in_words(gamma: Fraction, reports: int = 1) -> str:
    """(A/B)^reports as a factor: "3", "about 1.65", "about 9,310" or "more than a billion"."""
    figure, exact = odds_in_figures(gamma, reports)
    if figure is None:
        return "more than a billion"
    return figure if exact else f"about {figure}"


def counts_in_words(gamma: Fraction) -> str:
    """The channel as counts of students."""
    yes, no = map(chance, keep_and_other(gamma))
    return (
        f"Of 100 students whose answer is yes, {yes} send yes on average; "
        f"of 100 whose answer is no, {no} do."
    )
