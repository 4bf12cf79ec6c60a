"""Parameters in plain words: what γ means to a respondent, and to a class."""

import math
import unicodedata
from dataclasses import replace
from fractions import Fraction

from survey.core.intervals import hoeffding_half_width
from survey.core.planning import respondents_for_margin
from survey.core.privacy import HALF
from survey.core.privacy import epsilon
from survey.core.privacy import keep_and_other
from survey.core.privacy import odds
from survey.core.questions import Kind
from survey.core.questions import Question

LARGER_GAMMAS = tuple(Fraction(gamma) for gamma in ("1/4", "1/3", "2/5", "9/20"))

USEFUL_MARGIN = 0.1  # ±10 points: the margin that "how many more" refers to
TELLING_MARGIN = 0.3  # ±30 points still tell few from many
_SUPERSCRIPTS = str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹")
SAYS_NOTHING = 0.5  # then an interval is as wide as from nobody to everyone


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


def half_width(question: Question, class_size: int, confidence: float = 0.95) -> float:
    """Hoeffding's half-width of one share, or of the mean of a number as a part of its range."""
    return hoeffding_half_width(class_size, question.gamma, confidence, question.options)


def meaning(question: Question, class_size: int) -> str:
    """What a question's kind and γ mean for a class of this size, while composing."""
    if question.openly:
        return (
            "Asked openly: the answer itself is sent and stored, and nothing protects it (ε = ∞). "
            "Use it to compare groups, never for what people may want to deny."
        )
    gamma, options = question.gamma, question.options
    width = half_width(question, class_size)
    sentence = f"{_channel_in_words(question)} {_privacy_in_words(question)} "
    if options == 2 and question.kind is not Kind.NUMBER:
        sentence += f"{counts_in_words(gamma)} "
    sentence += (
        f"With {class_size:,} respondents expect {_margin_in_words(question, width)}, "
        "by Hoeffding's interval."
    )
    if width >= SAYS_NOTHING:
        needed = _respondents_for_useful_margin(question)
        sentence += (
            " That is at least as wide as from nobody to everyone: choose a larger γ, or ask "
            f"about {needed:,} respondents for ±10 points."
        )
    return sentence


def says_nothing_before(question: Question, class_size: int) -> str | None:
    """Why a question cannot tell anything about a class of this size, and what would; or None."""
    if question.openly or (width := half_width(question, class_size)) < SAYS_NOTHING:
        return None
    proposal = f"{_respondents_for_useful_margin(question):,} respondents would bring ±10 points."
    if gamma := gamma_that_tells(question, class_size):
        margin = half_width(replace(question, gamma=gamma), class_size)
        proposal = f"γ = {gamma} would bring ±{points(margin)} points; at this γ {proposal}"
    return (
        f"By Hoeffding's interval expect ±{points(width)} points with {class_size:,} respondents, "
        f"at least as wide as from nobody to everyone. {proposal}"
    )


def gamma_that_tells(question: Question, class_size: int) -> Fraction | None:
    """The smallest of a few γ, no smaller than the question's, that brings ±30 points.

    Else the largest of them, if it says anything at all; None if this class is
    too small.
    """
    few = [replace(question, gamma=gamma) for gamma in LARGER_GAMMAS if gamma >= question.gamma]
    widths = {each.gamma: half_width(each, class_size) for each in few}
    telling = [gamma for gamma, width in widths.items() if width < TELLING_MARGIN]
    saying = [gamma for gamma, width in widths.items() if width < SAYS_NOTHING]
    return telling[0] if telling else saying[-1] if saying else None


def _channel_in_words(question: Question) -> str:
    truth = truth_probability(question.gamma, question.options)
    match question.kind:
        case Kind.CHOICE | Kind.RATING:
            other = other_probability(question.gamma, question.options)
            return f"The true option is sent with probability {truth}, each other with {other};"
        case Kind.SEVERAL:
            return f"For each option truth is sent with probability {truth};"
        case Kind.NUMBER:
            return (
                f"The number is rounded at random to {whole(question.low)} or to "
                f"{whole(question.high)}, and "
                f"that end is sent with probability {truth}, otherwise the other;"
            )
    return f"Truth is sent with probability {truth};"


def _privacy_in_words(question: Question) -> str:
    each = f"ε = {epsilon(question.gamma):.2f}"
    factor = odds_in_words(question.gamma)
    if question.kind is Kind.SEVERAL and len(question.listed) > 1:
        return (
            f"{each} an option and {question.epsilon:.2f} for all {len(question.listed)}. "
            f"One report multiplies the odds on its option by at most {factor}."
        )
    return f"{each}. One report multiplies the odds on an answer by at most {factor}."


def _margin_in_words(question: Question, width: float) -> str:
    match question.kind:
        case Kind.NUMBER:
            distance = number(width * (question.high - question.low))
            return f"±{points(width)} points of the range: a mean within ±{distance}"
        case Kind.CHOICE | Kind.RATING | Kind.SEVERAL:
            return f"±{points(width)} points for each option"
    return f"±{points(width)} points"


def _respondents_for_useful_margin(question: Question) -> int:
    return respondents_for_margin(question.gamma, USEFUL_MARGIN, 0.95, question.options)


INTERVAL_QUESTIONS = {
    "hoeffding": "holds for any class, looked at once, and assumes nothing more",
    "class": "exact for this very class, where only the coins are random, unless it was closed "
    "for how the figures looked",
    "population": "for a class that is a sample of a larger population",
    "anytime": "still right however often you look while responses arrive",
}
