"""Numbers, chances and labels as the page's language writes them.

Their digits are those of survey.text.number_format; in English so is the rest.
"""

import re
from decimal import Decimal
from fractions import Fraction
from math import ceil, floor

from babel import Locale
from babel.numbers import parse_pattern
from flask_babel import get_locale, gettext
from markupsafe import Markup

from survey.core.instrument.questions import Question
from survey.core.kinds.item import Item
from survey.text import number_format

ENGLISH = Locale("en")

# A figure with a comma, a point or a percent sign, which languages write differently.
_FIGURE = re.compile(
    r"(?<![\d.,])−?(?:\d{1,3}(?:,\d{3})+(?:\.\d+)?%?|\d+\.\d+%?|\d+%)(?![\d,.]*\d)"
)


def localized(figure: str) -> str:
    """A figure of survey.text.number_format ("−1,234.50", "99.29%") as this language writes it.

    It keeps the number of decimals, and leaves alone what holds no digit ("–").
    """
    locale = get_locale() or ENGLISH
    if locale == ENGLISH or not any(character.isdigit() for character in figure):
        return figure
    plain = figure.replace(",", "").replace("−", "-").removesuffix("%")
    value, percent = Decimal(plain), figure.endswith("%")
    digits = max(0, -int(value.as_tuple().exponent))
    known = locale.percent_formats[None] if percent else locale.decimal_formats[None]
    pattern = parse_pattern(known.pattern)
    pattern.frac_prec = (digits, digits)
    text: str = pattern.apply(value / 100 if percent else value, locale)
    return from_left(text.replace("-", "−"))


def figures_in(text: str) -> str:
    """A text with each figure in it as this language writes it: "±12.5", in German "±12,5".

    Whole numbers without commas stay: they may be years or codes.
    """
    return _FIGURE.sub(lambda found: localized(found[0]), text)


def from_left(text: str) -> str:
    """A text that is read from left to right, as a figure, also on a page that is not.

    Else the text before it would decide on which side its signs stand.
    """
    if (get_locale() or ENGLISH).text_direction == "rtl":
        return f"\N{LEFT-TO-RIGHT ISOLATE}{text}\N{POP DIRECTIONAL ISOLATE}"
    return text


def percent(share: float | Fraction | None, digits: int = 0) -> str:
    """survey.text.number_format.percent in the page's language."""
    return localized(number_format.percent(share, digits))


def exact_percent(probability: Fraction | float) -> str:
    """survey.text.number_format.exact_percent in the page's language."""
    return localized(number_format.exact_percent(probability))


def concluded_percent(share: Fraction) -> str:
    """A whole percentage, but never none: what others could conclude from a report."""
    return percent(share) if share >= Fraction(1, 200) else exact_percent(share)


def percent_at_most(share: Fraction) -> str:
    """A whole percentage that is never rounded down: what is said to be the most."""
    return percent(Fraction(ceil(100 * share), 100))


def percent_at_least(share: Fraction) -> str:
    """A whole percentage that is never rounded up: what is said to be the least."""
    return percent(Fraction(floor(100 * share), 100))


def mean(value: float | None) -> str:
    """survey.text.number_format.number in the page's language."""
    return localized(number_format.number(value))


def points(share: float) -> str:
    """survey.text.number_format.points in the page's language."""
    return localized(number_format.points(share))


def whole(value: int) -> str:
    """A whole number: "1,000", in German "1.000"."""
    return localized(number_format.whole(value))


def as_epsilon(value: float) -> Markup:
    """ "ε = 1.10", in German "ε = 1,10", from left to right on every page."""
    return Markup('<bdi dir="ltr">ε = {}</bdi>').format(
        localized(number_format.epsilon_in_words(value))
    )


def truth_probability(gamma: Fraction, options: int = 2) -> str:
    """survey.text.number_format.truth_probability in the page's language."""
    return localized(number_format.truth_probability(gamma, options))


def odds_in_words(gamma: Fraction, reports: int = 1) -> str:
    """(A/B)^reports as a factor: "3", "about 1.65" or "more than a billion"."""
    figure, exact = number_format.odds_in_figures(gamma, reports)
    if figure is None:
        return gettext("more than a billion")
    factor = localized(figure)
    return factor if exact else gettext("about %(factor)s", factor=factor)


def labels(item: Item) -> tuple[str, ...]:
    """The label of each report: "No" and "Yes" in the page's language, else the instrument's."""
    return (gettext("No"), gettext("Yes")) if item.yes_no else item.labels


def asked_by(question: Question, item: Item) -> str:
    """The text of what one item asks: the question, with the item's option if it has one."""
    return f"{question.text} {item.option}" if item.option else question.text
