"""What each interval costs, from 100 to 1,000,000 respondents."""

import time
import tracemalloc
from fractions import Fraction

import pytest
from quantities import make_count

from survey.core.intervals.anytime import anytime_counts
from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.hoeffding import hoeffding_half_width
from survey.core.intervals.population import population
from survey.core.mechanism.privacy import keep_and_other

GAMMA = Fraction(1, 4)
INTERVALS = {
    "hoeffding": lambda n: hoeffding_half_width(n, GAMMA, 0.95),
    "anytime": lambda n: anytime_counts(*make_count(n, 2 * n // 5, GAMMA, 0.95)),
    "population": lambda n: population(*make_count(n, 2 * n // 5, GAMMA, 0.95)),
    "class": lambda n: class_counts.__wrapped__(2 * n // 5, n, *keep_and_other(GAMMA), 0.95),
}


@pytest.mark.parametrize("name", INTERVALS)
def test_time_and_memory(name):
    for n in (10**2, 10**3, 10**4, 10**5, 10**6):
        INTERVALS[name](n)
        started = time.perf_counter()
        INTERVALS[name](n)
        seconds = time.perf_counter() - started
        tracemalloc.start()
        INTERVALS[name](n)
        peak = tracemalloc.get_traced_memory()[1]
        tracemalloc.stop()
        print(
            f"\n{name:>10} n = {n:>9,}: {1000 * seconds:8.3f} ms, {peak / 2**20:6.2f} MiB", end=""
        )
