"""How many persons of several surveys have an answer: exact, where only the coins are random.

`unseen_persons` is right if nobody saw a figure of any survey before the last was closed. If
somebody sees figures, and closes the last of five surveys by the look of the pooled band, it is
wrong in 8 to 10 of 100 studies; then `seen_persons` is right.
"""

import math
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.class_tails import class_laws
from survey.core.intervals.counts import ReportCount, check_confidence
from survey.core.intervals.registry import ANYTIME, HORIZON
from survey.core.pooling.bound import bound_persons
from survey.core.pooling.groups import (
    add_equal_channels,
    channels_to_use,
    mirrored,
    weights,
)

Array = NDArray[np.float64]
# The least and the most persons.
Persons = tuple[int, int]

# Exact tails take memory for every split of the persons over the channels.
MOST_SPLITS = 4_000_000
LARGEST_CHANNEL = 1000


def unseen_persons(counts: Sequence[ReportCount], confidence: float) -> Persons | None:
    """The numbers of persons with this answer that all these respondents may have.

    With equal chances this is the class set of the sums. With unlike ones it reaches from the
    least total for which the largest P(W >= w), over all splits of it over the surveys, exceeds
    alpha/2, to the greatest for which the largest P(W <= w) does; w is the observed W of `weights`.
    At the true split the largest is at least its own, so each end fails with a chance of alpha/2
    at most. Beyond `MOST_SPLITS` the tails are bounded instead, see bound_persons. The persons of
    surveys that are not used (channels_to_use) are added above.

    None if no total is plausible, or nobody responded. Raises ParameterError for the confidence.
    """
    check_confidence(confidence)
    channels = add_equal_channels(counts)
    if not channels:
        return None
    used = [channels[place] for place in channels_to_use(channels, confidence)]
    left_out = sum(each.respondents for each in channels) - sum(each.respondents for each in used)
    kept = _of_used(used, confidence)
    return kept and (kept[0], kept[1] + left_out)


def _of_used(used: Sequence[ReportCount], confidence: float) -> Persons | None:
    if len(used) == 1:
        [one] = used
        return class_counts(one.reported, one.respondents, one.keep, one.other, confidence)
    splits = math.prod(each.respondents + 1 for each in used)
    small = all(each.respondents <= LARGEST_CHANNEL for each in used)
    exact = small and splits <= MOST_SPLITS
    return tail_persons(used, confidence) if exact else bound_persons(used, confidence)


def tail_persons(used: Sequence[ReportCount], confidence: float) -> Persons | None:
    """Inverts both tails exactly, over all splits; memory grows as the product of all n + 1."""
    tail = (1 - confidence) / 2
    least, fewest_without = _least_total(used, tail), _least_total(mirrored(used), tail)
    if least is None or fewest_without is None:
        return None
    most = sum(each.respondents for each in used) - fewest_without
    return (least, most) if least <= most else None


def _least_total(used: Sequence[ReportCount], tail: float) -> int | None:
    """The least total with a split for which P(W >= w) exceeds `tail`; it grows with the total."""
    factors = weights(used)
    observed = sum(w * each.reported for w, each in zip(factors, used, strict=True))
    laws = [class_laws(each.respondents, float(each.keep), float(each.other)) for each in used]
    tails = _upper_tails(laws, factors, observed)
    totals = sum(np.indices(tails.shape, sparse=True), start=np.zeros((), dtype=np.int64))
    kept = np.broadcast_to(totals, tails.shape)[tails > tail]
    return int(kept.min()) if kept.size else None


def _upper_tails(laws: Sequence[Array], factors: Sequence[int], at_least: int) -> Array:
    """P(Σ factor·S >= at_least) for each split t, S of each channel by its law [t, s]."""
    law, factor = laws[0], factors[0]
    n = law.shape[1] - 1
    if len(laws) == 1:
        # P(S >= j) for j = 0..n + 1, from its small end.
        from_top = np.cumsum(law[:, ::-1], axis=1)[:, ::-1]
        needed = min(max(-(-at_least // factor), 0), n + 1)
        tails: Array = from_top[:, needed] if needed <= n else np.zeros(n + 1)
        return tails
    if len(laws) == 2:
        last, w = laws[1], factors[1]
        m = last.shape[1] - 1
        above = np.zeros((m + 1, m + 2))
        above[:, : m + 1] = np.cumsum(last[:, ::-1], axis=1)[:, ::-1]
        needs = np.clip(-((factor * np.arange(n + 1) - at_least) // w), 0, m + 1)
        both: Array = law @ above[:, needs].T
        return both
    rest = [_upper_tails(laws[1:], factors[1:], at_least - factor * s) for s in range(n + 1)]
    return np.tensordot(law, np.stack(rest), 1)


def seen_persons(counts: Sequence[ReportCount], confidence: float) -> Persons | None:
    """The interval in persons if figures were seen before closing, however each was closed.

    With equal chances: horizon with the sum of the caps, and anytime where there is none. With
    unlike ones |Σ M_h/(a_h − b_h)| <= sqrt(ln(2/alpha)/2 · Σ N_h/(a_h − b_h)²), the maximal form of
    Hoeffding's bound, N_h the caps; None where a survey has none.
    """
    check_confidence(confidence)
    channels = add_equal_channels(counts)
    if not channels:
        return None
    n = sum(each.respondents for each in channels)
    if len(channels) == 1:
        [one] = channels
        method = ANYTIME if one.cap is None else HORIZON
        assert method.of_share is not None
        ends = method.of_share(one, confidence)
        return ends and (round(ends[0] * n), round(ends[1] * n))
    answered = [each for each in counts if each.respondents]
    if any(each.cap is None for each in answered):
        return None
    log = math.log(2 / (1 - confidence))
    spread = sum((each.cap or 0) / float(each.keep - each.other) ** 2 for each in answered)
    half = math.sqrt(log / 2 * spread)
    estimate = sum((each.estimate or 0) * each.respondents for each in channels)
    least, most = max(math.ceil(estimate - half), 0), min(math.floor(estimate + half), n)
    return (least, most) if least <= most else None
