"""Counts of several surveys for one option, where each survey has its own chances."""

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt

import scipy  # which loads `special` when it is first used: not at each start

from survey.core.intervals.counts import ReportCount

# All subsets of more channels would be too many to compare: then all of them are used.
MOST_COMPARED = 12


def add_equal_channels(counts: Sequence[ReportCount]) -> list[ReportCount]:
    """One count for each pair of chances keep and other, in order of its first survey.

    Only totals enter the law of the reports: surveys with the same chances are one class. Caps
    add up by `sum_of_caps`. Surveys without responses are left out.
    """
    added: dict[tuple[Fraction, Fraction], ReportCount] = {}
    for each in counts:
        if not each.respondents:
            continue
        channel = (each.keep, each.other)
        before = added.get(channel)
        added[channel] = before.plus(each) if before else each
    return list(added.values())


def weights(channels: Sequence[ReportCount]) -> list[int]:
    """The weight of each report in W = Σ (S − n·other)/(keep − other), times a whole number.

    W estimates the number of persons with this answer; the weights 1/(keep − other) are brought
    to whole numbers by their least common denominator.
    """
    exact = [1 / (each.keep - each.other) for each in channels]
    scale = lcm(*(each.denominator for each in exact))
    return [int(each * scale) for each in exact]


def mirrored(channels: Sequence[ReportCount]) -> list[ReportCount]:
    """The counts of reports and answers that do not name the option."""
    return [
        replace(
            each,
            reported=each.respondents - each.reported,
            keep=1 - each.other,
            other=1 - each.keep,
        )
        for each in channels
    ]


def channels_to_use(channels: Sequence[ReportCount], confidence: float) -> list[int]:
    """The places of the surveys whose reports make the interval in persons narrower.

    A survey with a tiny γ would make the sum too noisy. So this uses the subset with the least

        min(2 z sqrt(Σ n (a(1−a) + b(1−b)) / 2 / (a−b)²), Σ n) + persons left out

    a = keep, b = other, z the two-sided normal quantile; of two equal subsets it takes the larger.
    Only the design decides, never a report.
    """
    places = range(len(channels))
    if len(channels) > MOST_COMPARED:
        return list(places)
    z = float(scipy.special.ndtri((1 + confidence) / 2))
    everybody = sum(each.respondents for each in channels)

    def width(used: tuple[int, ...]) -> float:
        """The width of the interval from these groups; rounded, so that equal widths are equal."""
        persons = sum(channels[place].respondents for place in used)
        spread = 2 * z * sqrt(sum(_variance(channels[place]) for place in used))
        return round(min(spread, persons) + everybody - persons, 9)

    sizes = range(len(channels), 0, -1)
    subsets: list[tuple[int, ...]] = [each for size in sizes for each in combinations(places, size)]
    best = min(subsets, key=width)
    return list(best)


def _variance(each: ReportCount) -> float:
    """The mean variance of a report, over both answers, as persons squared."""
    a, b = each.keep, each.other
    return float(each.respondents * (a * (1 - a) + b * (1 - b)) / 2 / (a - b) ** 2)
