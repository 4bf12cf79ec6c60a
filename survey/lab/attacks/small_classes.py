"""What a result of few responses gives away: of exact counts, and of reports."""

from fractions import Fraction
from functools import cache

import numpy as np

from survey.core.estimation.coverage import binomial, class_law
from survey.core.mechanism import privacy

EVEN = Fraction(1, 2)  # a belief to which yes and no are equally likely


def unanimous_chance(responses: int, share: Fraction) -> Fraction:
    """pⁿ + (1−p)ⁿ: the chance that n answers, each yes with chance p, are all the same."""
    return share**responses + (1 - share) ** responses


def newcomer_chance(gamma: Fraction, prior: Fraction = EVEN) -> Fraction:
    """How likely the best guess from the newcomer's report is right: max(1/2+γ, p, 1−p).

    p = `prior` is the chance of a yes that the guesser believed in before. The number of
    responses does not matter.
    """
    no, yes = privacy.channel(privacy.odds(gamma), 2)
    best = (max((1 - prior) * no[report], prior * yes[report]) for report in (0, 1))
    return sum(best, Fraction(0))


@cache
def last_chance(others: int, yes: int, gamma: Fraction, prior: Fraction = EVEN) -> float:
    """How likely someone who knows all other answers guesses the last one right, at best.

    `yes` of the `others` answers are yes. The guesser sees one result, of everyone's reports,
    and believed before that the last answer is yes with chance `prior`.
    """
    given_no, given_yes = (class_law(others + 1, yes + last, gamma) for last in (0, 1))
    return float(np.maximum(float(1 - prior) * given_no, float(prior) * given_yes).sum())


def mean_last_chance(
    responses: int, share: Fraction, gamma: Fraction, prior: Fraction = EVEN
) -> float:
    """last_chance on average over the other n−1 answers, each yes with chance `share`."""
    others = responses - 1
    weights = binomial(others, float(share))
    return sum(
        float(weight) * last_chance(others, yes, gamma, prior)
        for yes, weight in zip(range(responses), weights, strict=True)
    )
