"""The interval of a mean rating that was closed unseen: known answers, and where it is told."""

from fractions import Fraction

import pytest
from known_answers import cases
from quantities import make_number, make_rating, make_share

from survey.core.intervals.anytime_ratings import anytime_rating
from survey.core.intervals.calibration import Design, calibrate_closed
from survey.core.intervals.closed_means import closed_rating
from survey.core.intervals.counts import RatingSum, ReportCount
from survey.core.intervals.horizon import bits_within
from survey.core.mechanism.privacy import keep_and_other, odds

KNOWN = cases("horizon_means")


def design_of(case: dict) -> Design:
    a, b = odds(Fraction(case["gamma"]))
    if case["kind"] == "number":
        return Design(a, b, 2, case["span"], case["N"])
    return Design(a, b, case["options"], case["options"] - 1, case["N"])


def named(case: dict) -> str:
    return f"{case['kind']} {case.get('span') or case['options']} {case['gamma']} {case['N']}"


@pytest.mark.parametrize("case", KNOWN, ids=named)
def test_x_its_worst_case_and_the_interval_are_the_known_ones(case):
    design, confidence, x = design_of(case), case["confidence"], case["closed_X"]
    calibration = calibrate_closed(design, confidence)
    assert calibration.distance in (x, None)
    assert design.worst_closed(x) == pytest.approx(case["closed_worst"], abs=1e-9)
    assert x == 0 or design.worst_closed(x - 1) > 1 - confidence
    for look in case["looks"]:
        if "closed_interval" not in look:
            continue
        gamma, n, known = Fraction(case["gamma"]), look["n"], look["closed_interval"]
        if case["kind"] == "number":
            ends = bits_within(ReportCount.of(n, look["sum"], gamma), design, x)
            ends = ends and tuple(case["span"] * end for end in ends)
        else:
            chances = keep_and_other(gamma, case["options"])
            ratings = RatingSum(n, look["sum"], case["options"], *chances)
            exact = calibration.distance is not None
            ends = closed_rating(ratings, confidence) if exact else known
        assert ends == (known and pytest.approx(known, abs=1e-9))


def test_most_of_the_known_answers_are_calibrated():
    found = [calibrate_closed(design_of(case), case["confidence"]).distance for case in KNOWN]
    assert found.count(None) <= 2


def test_a_rating_closed_unseen_is_told_by_it_and_it_is_narrower_than_the_others():
    rating = make_rating([20] * 5, Fraction(2, 5), told="class")
    assert rating.told == "closed_mean"
    widths = {name: high - low for name in ("closed_mean", "anytime_rating", "hoeffding")
              for low, high in [rating.interval(name)]}  # fmt: skip
    assert widths["closed_mean"] < widths["anytime_rating"] < widths["hoeffding"]


def test_shares_and_numbers_keep_the_class_interval():
    """Of numbers Clopper and Pearson's ends are nearer than those that an adversary leaves."""
    assert make_share(40, 20, Fraction(1, 4), told="class").told == "class"
    assert make_number(40, 20, told="class").told == "class"


def test_it_is_known_only_where_it_is_told():
    counts, gamma = [9] * 5, Fraction(1, 4)
    assert "closed_mean" in make_rating(counts, gamma, told="class").known
    assert "closed_mean" not in make_rating(counts, gamma, told="anytime").known


def test_what_takes_too_long_has_the_anytime_interval():
    chances = keep_and_other(Fraction(2, 5), 10)
    for n in (5000, 20_000):
        ratings = RatingSum(n, 4 * n, 10, *chances)
        assert closed_rating(ratings, 0.95) == anytime_rating(ratings, 0.95)
