"""The meaning of γ: odds, ε, the exact channel, and the belief after one report.

A report is the truth with probability 1/2+γ, 0 < γ < 1/2. Other letters for
the same thing: a lecture on Warner's method has an ε that is our 2γ (truth with
(1+ε)/2), and OpenDP's `prob` is our 1/2+γ. Our ε is always the privacy loss
ln((1/2+γ)/(1/2−γ)).

Someone who sees all reports of one respondent multiplies their odds on that respondent's answers by
at most the product of the odds of all items (basic composition: the ε add up); it gives a survey
one of four levels.
"""

import math
from collections.abc import Iterable
from fractions import Fraction
from numbers import Integral

from survey.core.mechanism.randomize import Odds
from survey.core.numerals import exact_number
from survey.errors import ParameterError
from survey.translations.marked import N_

HALF = Fraction(1, 2)

# An instrument's γ has at most this, so that A+B is at most 20,000: a number 1..A+B can be
# drawn on paper, and rejection almost never skips a word.
LARGEST_DENOMINATOR = 10_000

# Limits on the odds of one question. A respondent's client refuses odds above the first (γ =
# 49/100), whatever an instrument says. Above the second (γ = 2/5) an instructor confirms each
# publication.
LARGEST_ODDS = 99
LARGEST_UNCONFIRMED_ODDS = 9

# The numbers b to try in "of b answers the coin changes a"; the first that fits is taken.
_SEEN_AT_A_GLANCE = 4, 10, 5, 3, 6, 2, 8, 9, 7, 12, 15, 20, 25, 30, 40, 50, 60, 75, 100

# So that A+B stays below 2³²: yes/no reports can be simulated with any such γ.
_LARGEST_SIMULATED_DENOMINATOR = 10**9


def parse_gamma(text: str) -> Fraction:
    """γ from a fraction ("1/4") or a decimal ("0.25", "0,3405375"), kept exact.

    Raises ParameterError for another form, for more than nine decimals, or unless 0 < γ < 1/2.
    """
    gamma = exact_number(text)
    if gamma is None:
        raise ParameterError(
            N_('γ must be a fraction such as "1/4", or a decimal such as "0.25".'), "gamma"
        )
    if gamma.denominator > _LARGEST_SIMULATED_DENOMINATOR:
        raise ParameterError(
            N_("γ may have nine decimals at most: choose a rounder number."), "gamma"
        )
    return check_gamma(gamma)


def parse_instrument_gamma(text: str) -> Fraction:
    """`parse_gamma` for a question to ask: denominator at most 10,000, odds at most 99 to 1."""
    gamma = parse_stored_gamma(text)
    if odds_above(gamma, LARGEST_ODDS):
        raise ParameterError(
            N_(
                "This γ makes odds of more than %(odds)s to 1: a report would be as good as the "
                "answer, and respondents' browsers refuse it. Choose γ = %(gamma)s or less.",
                odds=LARGEST_ODDS,
                gamma=largest_gamma(),
            ),
            "gamma",
        )
    return gamma


def parse_stored_gamma(text: str) -> Fraction:
    """`parse_gamma` for a stored question: denominator at most 10,000, any odds.

    Earlier releases had no limit on the odds."""
    gamma = parse_gamma(text)
    if gamma.denominator > LARGEST_DENOMINATOR:
        raise ParameterError(
            N_(
                "γ may have a denominator of at most %(most)s (four decimals): choose a rounder "
                "number.",
                most=LARGEST_DENOMINATOR,
            ),
            "gamma",
        )
    return gamma


def check_gamma(gamma: Fraction) -> Fraction:
    """γ itself, if 0 < γ < 1/2; else ParameterError."""
    if not 0 < _exact(gamma) < HALF:
        raise ParameterError(
            N_(
                "γ must lie strictly between 0 and 1/2: at 0 a report says nothing, at 1/2 it is "
                "the answer itself."
            ),
            "gamma",
        )
    return gamma


def _exact(gamma: Fraction) -> Fraction:
    """γ itself, if it is a fraction: the odds of 0.1 in floating point are not those of 1/10."""
    if not isinstance(gamma, Fraction):
        raise ParameterError("γ must be exact: give Fraction(1, 4).", "gamma")
    return gamma


def odds(gamma: Fraction) -> Odds:
    """(A, B) with A/B = (1/2+γ)/(1/2−γ) = e^ε in lowest terms.

    Raises ParameterError unless γ is a Fraction in [0, 1/2).
    """
    if not 0 <= _exact(gamma) < HALF:
        raise ParameterError("γ must be at least 0 and below 1/2.", "gamma")
    ratio = (HALF + gamma) / (HALF - gamma)
    return ratio.numerator, ratio.denominator


def odds_above(gamma: Fraction, limit: int) -> bool:
    """Whether the odds A/B at γ are above `limit` to 1."""
    a, b = odds(gamma)
    return a > limit * b


def largest_gamma(limit: int = LARGEST_ODDS) -> Fraction:
    """The γ at which the odds are `limit` to 1: (limit − 1) / (2 (limit + 1))."""
    return Fraction(limit - 1, 2 * (limit + 1))


def epsilon(gamma: Fraction) -> float:
    """ε = ln((1/2+γ)/(1/2−γ)), the privacy loss of one report, 0 <= γ <= 1/2.

    0 for a fair coin, and infinite at 1/2, which no question can have. Raises
    ParameterError for another γ.
    """
    if _exact(gamma) == HALF:
        return math.inf
    a, b = odds(gamma)
    return math.log(a / b)


def keep_and_other(gamma: Fraction, options: int = 2) -> tuple[Fraction, Fraction]:
    """(A/T, B/T): the chance that a report is the answer, and that it is one given other option.

    T = A+(k−1)B for k >= 2 options. With two options these are 1/2+γ and 1/2−γ. Raises
    ParameterError for another γ or k.
    """
    return _keep_and_other(odds(gamma), options)


def turned(gamma: Fraction, options: int = 2) -> tuple[int, int]:
    """(a, b): of b answers the coin changes about a on average, and not fewer."""
    return frequency(1 - keep_and_other(gamma, options)[0])


def frequency(change: Fraction) -> tuple[int, int]:
    """(a, b): a chance as "a in b", never more than it is.

    Mirror of static/client/protection/frequency.js.
    """
    found = [(int(all_of_them * change), all_of_them) for all_of_them in _SEEN_AT_A_GLANCE]
    exact = (each for each in found if Fraction(*each) == change)
    near = (each for each in found if Fraction(*each) >= Fraction(9, 10) * change)
    return next(exact, None) or next(near, None) or max(found, key=lambda each: Fraction(*each))


def channel(odds: Odds, options: int) -> list[list[Fraction]]:
    """The exact channel: entry [x][y] is P(report = y | answer = x), k by k.

    A/T on the diagonal and B/T off it, T = A+(k−1)B. Rows sum to 1 and the
    largest ratio within a column is A/B.
    """
    keep, other = _keep_and_other(odds, options)
    return [[keep if x == y else other for y in range(options)] for x in range(options)]


def posterior(prior: float, report: int, gamma: Fraction) -> float:
    """P(answer is yes | report) for someone who believed `prior` before.

        p (1/2±γ) / (p (1/2±γ) + (1−p) (1/2∓γ)),  + for a yes report, − for no

    γ in [0, 1/2); `prior` is in [0, 1], `report` 0 or 1. The odds change by the factor A/B or
    B/A, whatever the prior: the Bayesian reading of ε. Raises ParameterError for other values.
    """
    if not 0 <= prior <= 1:
        raise ParameterError("A belief is a chance: give a number from 0 to 1.", "prior")
    if report not in (0, 1):
        raise ParameterError("A report is 0 for no or 1 for yes.", "report")
    given_yes = float(keep_and_other(gamma)[0 if report else 1])
    return prior * given_yes / (prior * given_yes + (1 - prior) * (1 - given_yes))


def _keep_and_other(odds: Odds, options: int) -> tuple[Fraction, Fraction]:
    if not isinstance(options, Integral) or options < 2:
        raise ParameterError("A question has at least 2 options.", "options")
    a, b = odds
    total = a + (options - 1) * b
    return Fraction(a, total), Fraction(b, total)


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


GUESS = Fraction(30, 100)  # the supposed belief in an answer before a report


def after_report(odds: Odds, said: bool) -> Fraction:
    """The belief in an answer after a report at odds A/B that `said` it, or else denied it.

        g A / (g A + (1 − g) B),  g = GUESS; A and B change places if `said` is false

    `odds` is (A, B).
    """
    keep, other = odds
    held, rest = (keep, other) if said else (other, keep)
    weight = GUESS * held
    return weight / (weight + (1 - GUESS) * rest)
