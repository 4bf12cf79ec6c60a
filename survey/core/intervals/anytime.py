"""The anytime interval: valid however often one looks while responses arrive."""

import math
from fractions import Fraction

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.intervals.interval import (
    Counted,
    Method,
    around_estimate,
    check_confidence,
    check_respondents,
)
from survey.core.mechanism.privacy import keep_and_other

# The variance proxy of any bit (Hoeffding's lemma). The sharper γ/ε of a share
# holds only for bits that are 1 with probability 1/2+γ or 1/2−γ.
ANY_BIT = 0.25


def anytime_half_width(
    respondents: int, gamma: Fraction, confidence: float, tuned_for: int, options: int = 2
) -> float:
    """The half-width around p̂ that holds for all n >= 1 at once, narrowest near `tuned_for`.

        w = sqrt((V+ρ) ln((V+ρ)/(ρ alpha²))) / (2γn),   V = nγ/ε

    Given the answers, each report is sub-Gaussian with variance proxy γ/ε
    (Kearns and Saul 1998); the normal mixture over ρ bounds the whole path of
    sums. ρ minimises w at `tuned_for` >= 1, which must be chosen before the data.
    With k options the proxy is the larger of those at `keep` and at `other`.

    Source: Howard, Ramdas, McAuliffe, Sekhon (2021), doi:10.1214/20-AOS1991;
    for randomized response: Waudby-Smith, Wu, Ramdas (2023), ICML.
    """
    keep, other = keep_and_other(gamma, options)
    proxy = max(_kearns_saul(float(keep)), _kearns_saul(float(other)))
    return anytime_mean_half_width(proxy, respondents, confidence, tuned_for) / float(keep - other)


def anytime_mean_half_width(
    proxy: float, respondents: int, confidence: float, tuned_for: int
) -> float:
    """The same half-width for a mean of sub-Gaussian terms with this variance proxy.

        w = sqrt((V+ρ) ln((V+ρ)/(ρ alpha²))) / n,   V = n · proxy

    A term in a range of width r has a proxy of at most r²/4 (Hoeffding's lemma).
    """
    alpha = 1 - check_confidence(confidence)
    v = check_respondents(respondents) * proxy
    # The minimum of w over ρ: ln(1+x) − 2 ln alpha = x for x = V/ρ.
    x = -scipy.special.lambertw(-(alpha**2) / math.e, k=-1).real - 1
    rho = check_respondents(tuned_for) * proxy / x
    return math.sqrt((v + rho) * math.log((v + rho) / (rho * alpha**2))) / respondents


def _kearns_saul(p: float) -> float:
    """The least variance proxy of a bit that is 1 with probability p: at most 1/4."""
    return 0.25 if p == 0.5 else (0.5 - p) / math.log((1 - p) / p)


def _half_width(counted: Counted) -> float:
    return anytime_half_width(
        counted.respondents, counted.gamma, counted.confidence, counted.expected, counted.options
    )


def _bits_half_width(counted: Counted) -> float:
    of_size = counted.respondents, counted.confidence, counted.expected
    return anytime_mean_half_width(ANY_BIT, *of_size) / float(counted.keep - counted.other)


def _terms_half_width(width: float, respondents: int, confidence: float, expected: int) -> float:
    return anytime_mean_half_width(width**2 / 4, respondents, confidence, expected)


ANYTIME = Method(
    "anytime",
    of_share=around_estimate(_half_width),
    of_bits=around_estimate(_bits_half_width),
    terms_half_width=_terms_half_width,
    half_width=_half_width,
)
