"""The privacy loss of a person through published counts of yes reports, without the reports."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np

from survey.core.instrument.instrument import Instrument
from survey.core.intervals.class_tails import Array, class_laws
from survey.core.intervals.counts import check_respondents
from survey.core.kinds.item import Item
from survey.core.mechanism.privacy import check_gamma, epsilon, keep_and_other
from survey.core.responses.tally import Tally, asked_each

DELTA = 1e-4

# Beyond, this many give a bound: further reports only add noise of their own to the count.
LARGEST_CLASS = 1000

HALVINGS = 16


@dataclass(frozen=True)
class CountPrivacy:
    """(ε, δ) of all counts of a survey together, each published once."""

    epsilon: float
    delta: float


def privacy_of_counts(instrument: Instrument, tally: Tally) -> CountPrivacy | None:
    """The sums of `count_epsilon` and of DELTA over all items (basic composition).

    If each respondent was asked one question, it is the largest such sum of a question: which
    question it was does not depend on the answers, and the counts of all others reveal nothing
    about this person.

    None without respondents, or if an item has more than two options: such counts move together,
    and no law of theirs is computed here.
    """
    if not tally.responses or any(item.options > 2 for item in instrument.items):
        return None
    asked = asked_each(instrument, tally)
    groups: list[tuple[Sequence[Item], int]] = [(instrument.items, tally.responses)]
    if asked:
        groups = list(zip(instrument.items_of_questions, asked, strict=True))
    spent = [_sums(items, respondents) for items, respondents in groups if respondents]
    return CountPrivacy(max(each.epsilon for each in spent), max(each.delta for each in spent))


def _sums(items: Sequence[Item], respondents: int) -> CountPrivacy:
    found: Iterable[float] = (count_epsilon(respondents, item.gamma) for item in items)
    return CountPrivacy(sum(found), DELTA * len(items))


# typed: 0.25 equals 1/4, and would get its cached value instead of being refused as inexact.
@lru_cache(maxsize=1024, typed=True)
def count_epsilon(respondents: int, gamma: Fraction, delta: float = DELTA) -> float:
    """The least ε with which the count alone is (ε, δ)-private; to 2⁻¹⁶ of the report's, upwards.

        P(S ∈ E | person says yes) <= e^ε P(S ∈ E | person says no) + δ   for all sets E of counts,

    and the other way round, whatever the n − 1 others answered: δ(ε) is the largest over t of
    Σ_s max(0, P_t(s) − e^ε P_(t+1)(s)), where P_t is the law of Bin(t, 1/2+γ) + Bin(n−t, 1/2−γ);
    yes and no change places in the other direction. A whole number that is rounded to a bit is
    covered, too: its laws are mixtures of these, and δ is jointly convex. n >= 1; beyond
    1,000 respondents the value for 1,000 is a bound. 0 < δ < 1.

    Not for two counts of the same people at two times, whose difference is a smaller count.

    Source: Dwork, Roth (2014), doi:10.1561/0400000042, definition 2.4; Balle, Barthe, Gaboardi
    (2018), arXiv:1807.01647, theorem 1, for the sum.
    """
    keep, other = (float(p) for p in keep_and_other(check_gamma(gamma)))
    laws = class_laws(min(check_respondents(respondents), LARGEST_CLASS), keep, other)
    least, most = 0.0, epsilon(gamma)  # at the report's own ε, δ is 0
    for _ in range(HALVINGS):
        middle = (least + most) / 2
        if _delta(laws, middle) <= delta:
            most = middle
        else:
            least = middle
    return most


def _delta(laws: Array, at: float) -> float:
    """δ(ε), the largest over all neighbouring rows t and t + 1; see count_epsilon."""
    excess = np.maximum(laws[:-1] - math.exp(at) * laws[1:], 0).sum(axis=1)
    return float(excess.max())
