"""How wide the class interval is on average, beside the least that any exact sets can be."""

from fractions import Fraction

import numpy as np

from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.class_tails import class_laws
from survey.core.intervals.counts import check_confidence, check_respondents
from survey.core.mechanism.privacy import keep_and_other

# Smaller chances than the laws' own rounding count as none.
NEGLIGIBLE = 1e-15


def mean_class_width(respondents: int, gamma: Fraction, confidence: float) -> float:
    """The expected width of the class interval, averaged over all numbers t = 0..n of yes."""
    n = check_respondents(respondents)
    keep, other = map(float, keep_and_other(gamma))
    widths = []
    for ones in range(n + 1):
        ends = class_counts(ones, n, *keep_and_other(gamma), confidence)
        widths.append((ends[1] - ends[0]) / n if ends else 0.0)
    return float(class_laws(n, keep, other).mean(axis=0) @ widths)


def least_mean_width(respondents: int, gamma: Fraction, confidence: float) -> float:
    """No rule that covers every t with this confidence has a smaller such mean, n >= 1.

    Let φ_t(s) be the chance that a rule keeps t where s reports say yes. It covers t if
    Σ_s φ_t(s) P_t(s) >= confidence, and keeps Σ_t Σ_s φ_t(s) P̄(s) numbers on average, P̄ the
    mean of all P_t. That linear programme falls apart into one for each t: take the s in
    rising order of P̄(s)/P_t(s), the last one in part (Neyman and Pearson). A run of m numbers
    is (m − 1)/n wide.

    Source: Pratt (1961), doi:10.1080/01621459.1961.10480644.
    """
    check_confidence(confidence)
    n = check_respondents(respondents)
    keep, other = map(float, keep_and_other(gamma))
    laws = class_laws(n, keep, other)
    mean, kept = laws.mean(axis=0), 0.0
    for law in laws:
        possible = np.flatnonzero(law > NEGLIGIBLE)
        order = possible[np.argsort(mean[possible] / law[possible])]
        before = np.cumsum(law[order]) - law[order]
        taken = np.clip((confidence - before) / law[order], 0, 1)
        kept += float(taken @ mean[order])
    return (kept - 1) / n
