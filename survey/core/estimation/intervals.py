"""Confidence intervals for debiased shares. Each answers a question of its own.

- `hoeffding_half_width`: any share, any fixed n, nothing assumed but the range of a report.
- `class_interval`: exact for this very class, where only the coins are random.
- `population`: for a class that is itself a random sample of a larger population.
- `anytime_half_width`: valid however often one looks while responses arrive.

`confidence` is 1 − alpha, in [10⁻⁶, 1 − 10⁻¹²]. `ones` of `respondents` reports say yes, or
name the option whose share is wanted: a report does so with probability `keep`
from those whose answer it is, and with `other` from the rest (1/2+γ and 1/2−γ
for two options, A/T and B/T for k). Nothing is clipped, but `class_interval`
lies in [0, 1] by its nature.
"""

import math
from fractions import Fraction
from functools import lru_cache

from scipy import special

from survey.core.estimation.class_tails import least_with_tail
from survey.core.mechanism.privacy import keep_and_other
from survey.errors import ParameterError

Interval = tuple[float, float]

# Every interval there is, by the names that options, exports and pages use.
INTERVALS = ("hoeffding", "class", "population", "anytime")


# Beyond these, 1 − confidence keeps too few digits in floating point, or an interval is a point.
LEAST_CONFIDENCE = 1e-6
LARGEST_CONFIDENCE = 1 - 1e-12


def check_confidence(confidence: float) -> float:
    """The confidence itself, if it is in [10⁻⁶, 1 − 10⁻¹²]; else ParameterError."""
    if not LEAST_CONFIDENCE <= confidence <= LARGEST_CONFIDENCE:
        raise ParameterError(
            "The confidence must lie between 0 and 1, such as 0.95: at least 0.000001 and at most "
            "0.999999999999.",
            "confidence",
        )
    return confidence


def _check_respondents(respondents: int) -> int:
    if respondents < 1:
        raise ParameterError("An interval needs at least one respondent.", "respondents")
    return respondents


def hoeffding_half_width(
    respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> float:
    """Half-width w of Hoeffding's interval around p̂, n >= 1.

        w = sqrt(ln(2/alpha) / (2n)) / (2γ)

    Each term of p̂ lies in a range of width 1/(2γ), hence
    P(|p̂ − p| >= w) <= 2 exp(−8 n γ² w²); with k options keep − other stands
    in place of 2γ. Valid for every p and every fixed n;
    wider than it need be, since it uses nothing but the range. Not valid for a
    page that is watched until it looks right.

    Source: Hoeffding (1963), doi:10.1080/01621459.1963.10500830, theorem 2.
    """
    keep, other = keep_and_other(gamma, options)
    return mean_half_width(1 / float(keep - other), respondents, confidence)


def mean_half_width(width: float, respondents: int, confidence: float) -> float:
    """Hoeffding's half-width of a mean of n terms, each in a range of this width."""
    alpha = 1 - check_confidence(confidence)
    return width * math.sqrt(math.log(2 / alpha) / (2 * _check_respondents(respondents)))


def anytime_half_width(
    respondents: int, gamma: Fraction, confidence: float, tuned_for: int, options: int = 2
) -> float:
    """Half-width that holds for all n at once, narrowest near n = `tuned_for`.

        w = sqrt((V+ρ) ln((V+ρ)/(ρ alpha²))) / (2γn),   V = nγ/ε

    Given the answers, each report is sub-Gaussian with variance proxy γ/ε
    (Kearns and Saul 1998); the normal mixture over ρ bounds the whole path of
    sums. ρ minimises w at `tuned_for` and must be chosen before the data. With
    k options the proxy is the larger of those at `keep` and at `other`.

    Source: Howard, Ramdas, McAuliffe, Sekhon (2021), doi:10.1214/20-AOS1991;
    for randomized response: Waudby-Smith, Wu, Ramdas (2023), ICML.
    """
    keep, other = keep_and_other(gamma, options)
    proxy = max(_kearns_saul(float(keep)), _kearns_saul(float(other)))
    return anytime_mean_half_width(proxy, respondents, confidence, tuned_for) / float(keep - other)


def anytime_mean_half_width(
    proxy: float, respondents: int, confidence: float, tuned_for: int
) -> float:
    """The same for a mean of terms that are sub-Gaussian with this variance proxy.

    A term in a range of width r has a proxy of at most r²/4 (Hoeffding's lemma).
    """
    alpha = 1 - check_confidence(confidence)
    v = _check_respondents(respondents) * proxy
    # The minimum of w over ρ: ln(1+x) − 2 ln alpha = x for x = V/ρ.
    x = -special.lambertw(-(alpha**2) / math.e, k=-1).real - 1
    rho = _check_respondents(tuned_for) * proxy / x
    return math.sqrt((v + rho) * math.log((v + rho) / (rho * alpha**2))) / respondents


def _kearns_saul(p: float) -> float:
    """The least variance proxy of a bit that is 1 with probability p: at most 1/4."""
    return 0.25 if p == 0.5 else (0.5 - p) / math.log((1 - p) / p)


def population(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> Interval:
    """Clopper–Pearson's interval of the share of yes reports, debiased.

    For a class that is itself a random sample: then each report is yes with
    one probability, and their number is binomial. Not clipped.

    Source: Clopper, Pearson (1934), doi:10.1093/biomet/26.4.404.
    """
    tail = (1 - check_confidence(confidence)) / 2
    n = _check_respondents(respondents)
    low = special.betaincinv(ones, n - ones + 1, tail) if ones > 0 else 0.0
    # From the tail itself: 1 − tail would lose its digits.
    high = 1 - special.betaincinv(n - ones, ones + 1, tail) if ones < n else 1.0
    keep, other = keep_and_other(gamma, options)
    shift, scale = float(other), float(keep - other)
    return (float(low) - shift) / scale, (float(high) - shift) / scale


@lru_cache(maxsize=4096)
def class_counts(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> tuple[int, int] | None:
    """The numbers t of truthful yes that this class of n may have, as (least, most).

    The class is fixed and only the coins are random, so the number of yes
    reports is Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ); Bin(t, keep) + Bin(n−t, other)
    for one of k options. Kept is every t for which neither tail at the
    observed count is alpha/2 or less; both tails are monotone in t, so
    bisection finds the ends. None if no t is left: no class could plausibly
    have sent this.

    Remembered, since it takes 0.1 s at n = 1,000,000 and the counts of a closed
    survey never change while its pages are read again and again.
    """
    tail = (1 - check_confidence(confidence)) / 2
    n = _check_respondents(respondents)
    keep, other = (float(p) for p in keep_and_other(gamma, options))
    least = least_with_tail(ones, n, keep, other, tail)
    # Few yes reports are many no reports of a class with n − t truthful no.
    fewest_no = least_with_tail(n - ones, n, 1 - other, 1 - keep, tail)
    if least is None or fewest_no is None or least > n - fewest_no:
        return None
    return least, n - fewest_no


def class_interval(
    ones: int, respondents: int, gamma: Fraction, confidence: float, options: int = 2
) -> Interval | None:
    """`class_counts` as shares of the class; None if no class is plausible."""
    counts = class_counts(ones, respondents, gamma, confidence, options)
    return None if counts is None else (counts[0] / respondents, counts[1] / respondents)
