"""Models of respondents who do not use the coin, and how each of them shifts a share.

Of n respondents a share s deviates, and each of their reports says yes with one chance c, whatever
is true of them. A control question has a known share κ of truthful yes:

    E[ȳ] = (1 − s)(1/2 − γ + 2γκ) + s c

Source: Atsusaka, Stevenson (2023), doi:10.1017/pan.2021.43, for c = 1/2; Höglinger,
Diekmann (2017), doi:10.1017/pan.2016.5, for questions whose truth is known.
"""

from enum import Enum
from fractions import Fraction

from survey.core.intervals.counts import debias
from survey.core.mechanism.privacy import keep_and_other


class Deviation(Enum):
    """The behaviour of deviating respondents: reports at random, or always no."""

    AT_RANDOM = "random"  # their answer is yes or no by a fair coin of their own
    ANSWERS_NO = "no"  # their answer is no, and goes through the coin like all others
    REPORTS_NO = "no report"  # their report is no: in coin mode, or by a changed script

    def chance(self, gamma: Fraction) -> Fraction:
        """c: the chance that a report of a deviating respondent says yes."""
        if self is Deviation.AT_RANDOM:
            return Fraction(1, 2)
        return Fraction(1, 2) - gamma if self is Deviation.ANSWERS_NO else Fraction(0)


def chance_of_known(gamma: Fraction, known: Fraction) -> Fraction:
    """The chance that a report of somebody who uses the coin says yes: 1/2 − γ + 2γκ."""
    return Fraction(1, 2) - gamma + 2 * gamma * known


def deviating_share(
    reported: Fraction, gamma: Fraction, known: Fraction, model: Deviation
) -> Fraction:
    """ŝ from the share ȳ of yes reports to a control question; unbiased, and not clipped.

        ŝ = (q − ȳ)/(q − c),   q = 1/2 − γ + 2γκ

    q and c differ unless κ = 1/2 (for random answers) or κ = 0 (for answers of no).
    """
    follows = chance_of_known(gamma, known)
    return (follows - reported) / (follows - model.chance(gamma))


def corrected_share(
    reported: Fraction, gamma: Fraction, deviating: Fraction, model: Deviation
) -> Fraction:
    """The share of yes among respondents who use the coin, if a share s < 1 deviates here, too.

    (ȳ − s c)/(1 − s), debiased. With s = 0 it is p̂. Not clipped.
    """
    of_followers = (reported - deviating * model.chance(gamma)) / (1 - deviating)
    return debias(of_followers, *keep_and_other(gamma))
