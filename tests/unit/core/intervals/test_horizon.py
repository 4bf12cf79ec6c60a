"""The horizon interval: known answers, and that it holds at every look, however one stops."""

import math
from fractions import Fraction

import numpy as np
import pytest
from grids import usually
from known_answers import cases
from quantities import make_number, make_rating, make_share

from survey.core.intervals.anytime import anytime_counts
from survey.core.intervals.calibration import Calibration, Design, calibrate, know, known_of
from survey.core.intervals.counts import RatingSum, ReportCount
from survey.core.intervals.horizon import horizon_counts, maximal_half_width
from survey.core.intervals.registry import CLASS, HOEFFDING, HORIZON
from survey.core.mechanism.privacy import keep_and_other, odds
from survey.errors import ParameterError

SHARES = cases("horizon_sets")
MEANS = cases("horizon_means")


def design_of(case: dict) -> Design:
    a, b = odds(Fraction(case["gamma"]))
    if case.get("kind") == "number":
        return Design(a, b, 2, case["span"], case["N"])
    k = case["options"]
    return Design(a, b, k, k - 1 if "kind" in case else 1, case["N"])


def named(case: dict) -> str:
    kind = case.get("kind", "share")
    k = case.get("span") or case.get("options")
    return f"{kind} {k} {case['gamma']} {case['N']} {case['confidence']}"


@pytest.mark.parametrize("case", SHARES + MEANS, ids=named)
def test_c_and_its_worst_case_are_the_known_ones(case):
    design = design_of(case)
    assert calibrate(design, case["confidence"]).thousandths == case["C"]
    assert design.worst(case["C"]) == pytest.approx(case["worst"], abs=1e-9)
    assert design.worst(case["C"] - 1) == pytest.approx(case["worst_below"], abs=1e-9)


@pytest.mark.parametrize("case", SHARES, ids=named)
def test_sets_are_the_known_ones(case):
    gamma, cap, confidence = Fraction(case["gamma"]), case["N"], case["confidence"]
    calibration = calibrate(design_of(case), confidence)
    for look in case["looks"]:
        n, k = look["n"], case["options"]
        count = ReportCount.of(n, look["count"], gamma, k, cap=cap)
        kept = horizon_counts(count, calibration)
        assert (kept and list(kept)) == look["set"]
        assert HORIZON.of_share(count, confidence) == (kept and (kept[0] / n, kept[1] / n))
        width = 1 / float(count.keep - count.other)
        maximal = maximal_half_width(n, cap, width, confidence)
        assert maximal == pytest.approx(look["hoeffding_maximal_half_width"])


@pytest.mark.parametrize("case", MEANS, ids=named)
def test_intervals_of_means_are_the_known_ones(case):
    gamma, cap, confidence = Fraction(case["gamma"]), case["N"], case["confidence"]
    for look in case["looks"]:
        n = look["n"]
        if case["kind"] == "rating":
            k = case["options"]
            ratings = RatingSum(n, look["sum"], k, *keep_and_other(gamma, k), cap=cap)
            ends = HORIZON.of_rating(ratings, confidence)
        else:
            count = ReportCount.of(n, look["sum"], gamma, cap=cap)
            ends = HORIZON.of_bits(ReportCount(**vars(count) | {"span": case["span"]}), confidence)
            ends = ends and tuple(case["span"] * end for end in ends)
        assert ends == (look["interval"] and pytest.approx(look["interval"], abs=1e-9))


def ever_left_out(design: Design, kept, n: int = 0, t: int = 0, s: int = 0) -> float:
    """By the whole tree of histories, without states: the worst order's chance of a miss."""
    if n and not kept(n, t, s):
        return 1.0
    if n == design.cap:
        return 0.0
    chances = ((1, design.a / design.total), (0, design.b / design.total))
    return max(
        p * ever_left_out(design, kept, n + 1, t + yes, s + 1)
        + (1 - p) * ever_left_out(design, kept, n + 1, t + yes, s)
        for yes, p in chances
    )


def kept_by(of_share, design: Design, confidence: float):
    def kept(n: int, t: int, s: int) -> bool:
        gamma = Fraction(design.a - design.b, 2 * (design.a + design.b))
        ends = of_share(ReportCount.of(n, s, gamma, design.options, cap=design.cap), confidence)
        return ends is not None and ends[0] - 1e-12 <= t / n <= ends[1] + 1e-12

    return kept


ENUMERATED = [
    (odds, options, cap, confidence)
    for odds, options in (
        ((3, 1), 2), ((9, 1), 2), ((3, 2), 2), ((19, 1), 2), ((3, 1), 3), ((9, 1), 5)
    )
    for cap in (1, 2, 3, 5, 8)
    for confidence in (0.8, 0.95)
]  # fmt: skip


@pytest.mark.parametrize(
    "cell", usually([cell for cell in ENUMERATED if cell[2] <= 5], ENUMERATED), ids=str
)
def test_of_every_adaptive_order_the_truth_is_left_out_as_rarely_as_promised(cell):
    (a, b), options, cap, confidence = cell
    design = Design(a, b, options, 1, cap)
    wrong = ever_left_out(design, kept_by(HORIZON.of_share, design, confidence))
    assert wrong <= 1 - confidence + 1e-12
    c = calibrate(design, confidence).thousandths
    assert wrong == pytest.approx(design.worst(c), abs=1e-12)


def test_the_enumeration_catches_an_interval_for_one_fixed_number():
    """The control: the class interval, read at every look."""
    design = Design(9, 1, 2, 1, 8)
    fixed = kept_by(CLASS.of_share, design, 0.9)
    assert ever_left_out(design, fixed) > 0.2


def greedy_misses(keeps, runs: int, gamma: Fraction, cap: int, confidence: float) -> float:
    """The share of seeded surveys, watched from the first response, that ever miss."""
    generator = np.random.default_rng(36)
    answers = (generator.random((runs, cap)) < 0.3).astype(np.int64)
    flips = generator.random((runs, cap)) < 0.5 - float(gamma)
    ones, truths = np.cumsum(answers ^ flips, axis=1), np.cumsum(answers, axis=1)
    kept = np.ones(runs, dtype=bool)
    for n in range(1, cap + 1):
        count = ReportCount.of(n, 0, gamma, cap=cap)
        kept &= keeps(count, confidence, ones[:, n - 1], truths[:, n - 1])
    return 1 - kept.mean()


def test_two_thousand_surveys_closed_at_the_worst_look_are_wrong_in_five_per_cent_at_most():
    assert greedy_misses(HORIZON.keeps, 2000, Fraction(1, 4), 100, 0.95) <= 0.05


def test_two_thousand_surveys_closed_on_sight_catch_an_interval_for_one_fixed_number():
    def fixed(count, confidence, ones, truths):
        estimates = (ones / count.respondents - 0.25) / 0.5
        half = 1.96 * math.sqrt(0.1875 / count.respondents) / 0.5
        return np.abs(estimates - truths / count.respondents) <= half

    assert greedy_misses(fixed, 2000, Fraction(1, 4), 100, 0.95) > 0.2


@pytest.mark.parametrize("options", [2, 4])
def test_watching_asks_what_the_interval_holds(options):
    count = ReportCount.of(30, 14, Fraction(2, 5), options, cap=40)
    truths = np.arange(31)
    kept = truths[HORIZON.keeps(count, 0.95, np.full(31, 14), truths)]
    low, high = HORIZON.of_share(count, 0.95)
    assert (kept[0] / 30, kept[-1] / 30) == (low, high)


def test_the_announced_interval_is_right_at_the_cap_however_often_one_looked():
    gamma, cap = Fraction(1, 4), 50
    count = ReportCount.of(cap, 30, gamma, cap=cap)
    low, high = HOEFFDING.of_share(count, 0.95)
    assert maximal_half_width(cap, cap, 2, 0.95) == pytest.approx((high - low) / 2)
    at_half = maximal_half_width(25, cap, 2, 0.95)
    assert at_half == pytest.approx(math.sqrt(2) * HOEFFDING.half_width(
        ReportCount.of(25, 12, gamma), 0.95
    ))  # fmt: skip


UNAFFORDABLE = Fraction("0.3405375")


def test_a_design_whose_calibration_takes_too_long_has_the_maximal_form():
    count = ReportCount.of(60, 30, UNAFFORDABLE, cap=100)
    assert calibrate(Design.of(count.keep, count.other, 2, 1, 100), 0.95).thousandths is None
    half = maximal_half_width(60, 100, 1 / float(count.keep - count.other), 0.95)
    low, high = HORIZON.of_share(count, 0.95)
    assert (low, high) == pytest.approx((count.estimate - half, count.estimate + half))


def test_of_many_options_and_many_responses_it_is_the_anytime_interval_for_the_cap():
    count = ReportCount.of(2000, 900, Fraction(2, 5), 5, expected=7, cap=3000)
    kept = anytime_counts(ReportCount.of(2000, 900, Fraction(2, 5), 5, expected=3000), 0.95)
    assert HORIZON.of_share(count, 0.95) == (kept[0] / 2000, kept[1] / 2000)


def test_numbers_up_to_a_million_have_the_maximal_form_and_long_ratings_the_anytime_interval():
    number = make_number(80, 40, Fraction(1, 4), low=0, high=10**6, cap=100)
    half = 10**6 * maximal_half_width(80, 100, 2, 0.95)
    assert number.interval("horizon") == pytest.approx((5e5 - half, 5e5 + half))
    rating = make_rating([200] * 10, Fraction(2, 5), cap=9000)
    known = make_rating([200] * 10, Fraction(2, 5), expected=9000).interval("anytime_rating")
    assert rating.interval("horizon") == known


def test_beyond_the_scale_nothing_is_kept():
    share = make_share(100, 0, Fraction(2, 5), cap=100)
    assert share.interval("horizon") is None
    assert make_rating([100, 0, 0, 0, 0], Fraction(1, 10), cap=100).interval("horizon") is None


def test_without_a_cap_or_where_only_some_were_asked_it_is_not_known():
    assert not make_share(40, 20, Fraction(1, 4)).statistic.has("horizon")
    drawn = ReportCount.of(20, 9, Fraction(1, 4), drawn_from=60, cap=100)
    assert not HORIZON.is_of_share(drawn)
    assert HORIZON.of_share(drawn, 0.95) is None
    assert make_share(40, 20, Fraction(1, 4), cap=50, told="horizon").told == "horizon"
    assert make_share(40, 20, Fraction(1, 4), told="horizon").told == "anytime"


@pytest.mark.parametrize("cap", [0, 39, 10_001])
def test_a_cap_is_at_most_ten_thousand_and_never_exceeded(cap):
    with pytest.raises(ParameterError) as refused:
        make_share(40, 20, Fraction(1, 4), cap=cap)
    assert refused.value.field == "cap"


def test_how_many_more_are_needed_stays_below_the_cap():
    few = make_share(1, 1, Fraction(1, 10), told="horizon", cap=400)
    assert 1 < few.more_responses < 400
    assert make_share(1, 1, Fraction(1, 100), told="horizon", cap=10).more_responses is None


def test_what_is_known_is_not_calibrated_again(monkeypatch):
    design = Design(3, 1, 2, 1, 37)
    calibrated = calibrate(design, 0.95)
    assert calibrated in known_of(37)
    assert known_of(36) == tuple(each for each in known_of(36) if each.design.cap == 36)

    def fail(*_) -> float:
        raise AssertionError("computed again")

    monkeypatch.setattr(Design, "worst", fail)
    assert calibrate(design, 0.95) is calibrated
    know([Calibration(Design(3, 1, 2, 1, 39), 0.95, 2500)])
    assert calibrate(Design(3, 1, 2, 1, 39), 0.95).thousandths == 2500
    with pytest.raises(AssertionError, match="computed again"):
        calibrate(Design(3, 1, 2, 1, 41), 0.95)
