"""That no class could have sent some reports is hardly ever said of one that did, however often."""

from fractions import Fraction

import numpy as np
import pytest

from survey.core.estimates.quantity import Setting
from survey.core.estimates.shares import OptionShare, share
from survey.core.intervals.counts import ReportCount

QUARTER = Fraction(1, 4)
CLASSES, SIZE = 2000, 100
# More than 47 of 2,000 have a chance of 1e-6 where each has one of 1 in 100 (binomial).
MOST_ACCUSED = 47


def accused(told: str, cap: int | None, rng: np.random.Generator) -> int:
    """How many honest classes without a yes are accused at some of the looks."""
    found = 0
    looks = range(5, SIZE + 1, 5)
    for reports in rng.random((CLASSES, SIZE)) < 0.25:
        counts = np.cumsum(reports)
        found += any(
            share(
                "q1", "", ReportCount.of(n, int(counts[n - 1]), QUARTER, cap=cap),
                Setting(0.95, SIZE, told=told, cap=cap),
            ).contradicted
            for n in looks
        )  # fmt: skip
    return found


@pytest.mark.parametrize(("told", "cap"), [("anytime", None), ("horizon", SIZE)])
def test_an_honest_class_is_hardly_ever_accused_whenever_one_looks(told, cap):
    assert accused(told, cap, np.random.default_rng(36)) <= MOST_ACCUSED


def test_a_p_value_at_every_look_would_accuse_many():
    """The rule of before, on the same classes."""
    found = 0
    for reports in np.random.default_rng(36).random((CLASSES, SIZE)) < 0.25:
        counts = np.cumsum(reports)
        found += any(
            OptionShare(ReportCount.of(n, int(counts[n - 1]), QUARTER)).p_value <= 0.05
            for n in range(5, SIZE + 1, 5)
        )
    assert found > 100 + MOST_ACCUSED


def test_an_empty_set_that_accuses_nobody_is_said_as_the_nearest_end():
    """Empty at 95 %, and not at 99 %: alpha has counted that."""
    for ones in range(30, -1, -1):
        count = ReportCount.of(SIZE, ones, QUARTER, cap=SIZE)
        found = share("q1", "", count, Setting(0.95, SIZE, told="horizon", cap=SIZE))
        if found.interval("horizon") is None:
            break
    assert found.interval("horizon") is None
    assert not found.contradicted
    assert found.ends == (0, 0)
    none = ReportCount.of(SIZE, 0, QUARTER, cap=SIZE)
    assert share("q1", "", none, Setting(0.95, SIZE, told="horizon", cap=SIZE)).contradicted
