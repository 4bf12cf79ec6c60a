"""Several surveys as one class, and as a few of many: known answers, and laws of pooling."""

import math
from dataclasses import replace
from fractions import Fraction
from itertools import product

import numpy as np
import pytest
from known_answers import cases

from survey.core.intervals.class_sets import class_counts
from survey.core.intervals.class_tails import class_law
from survey.core.intervals.counts import ReportCount
from survey.core.pooling.bound import bound_persons
from survey.core.pooling.classes_like_these import random_effects
from survey.core.pooling.groups import add_equal_channels, channels_to_use
from survey.core.pooling.persons import seen_persons, tail_persons, unseen_persons
from survey.errors import ParameterError

CASES = cases("pooled_sets")
SUMS = [each for each in CASES if each["rule"] == "sum"]
TAILS = [each for each in CASES if each["rule"] == "tails"]
EFFECTS = [each for each in CASES if each["rule"] == "random effects"]


def counts_of(case: dict) -> list[ReportCount]:
    rows = zip(case["n"], case["counts"], case["gammas"], strict=True)
    return [ReportCount.of(n, s, Fraction(g), case["options"]) for n, s, g in rows]


def named(case: dict) -> str:
    return f"{case['options']} {case['gammas']} {case['n']} {case['counts']} {case['confidence']}"


def test_each_rule_has_known_answers():
    assert min(map(len, (SUMS, TAILS, EFFECTS))) > 15


@pytest.mark.parametrize("case", SUMS, ids=named)
def test_surveys_with_equal_chances_are_one_class(case):
    assert unseen_persons(counts_of(case), case["confidence"]) == tuple(case["set"])


@pytest.mark.parametrize("case", TAILS, ids=named)
def test_surveys_with_unlike_chances_have_the_known_set(case):
    counts, confidence = counts_of(case), case["confidence"]
    channels = add_equal_channels(counts)
    used = channels_to_use(channels, confidence)
    assert used == case["used"]
    chosen = [channels[place] for place in used]
    left_out = sum(case["n"]) - sum(each.respondents for each in chosen)
    kept = unseen_persons(counts, confidence)
    tails = tail_persons(chosen, confidence)
    tails = tails and (tails[0], tails[1] + left_out)
    if case.get("alone") == "both tails":  # the known answer's; the class set is told instead
        assert tails == tuple(case["set"])
        assert kept is not None and kept[0] >= tails[0] and kept[1] <= tails[1]
    else:
        assert kept == tuple(case["set"])
    bound = bound_persons(chosen, confidence)
    assert bound is not None
    assert abs(bound[0] - case["bound_set"][0]) <= 1
    assert abs(bound[1] + left_out - case["bound_set"][1]) <= 1
    assert tails is None or (bound[0] <= tails[0] and bound[1] + left_out >= tails[1])


@pytest.mark.parametrize("case", EFFECTS, ids=named)
def test_random_effects_are_the_known_ones(case):
    found = random_effects(counts_of(case), case["confidence"])
    near = {"rel": 1e-9, "abs": 1e-10}
    assert found.mean == pytest.approx(case["mean"], **near)
    assert found.interval == pytest.approx(case["interval"], **near)
    assert found.standard_error == pytest.approx(case["standard_error"], **near)
    assert found.deviation**2 == pytest.approx(case["tau2"], **near)
    assert found.common_mean == pytest.approx(case["common_mean"], **near)
    assert found.shares_differ.q == pytest.approx(case["Q"], **near)
    assert found.shares_differ.p == pytest.approx(case["Q_p"], rel=1e-7)
    assert found.more_than_sampling.q == pytest.approx(case["Q_sampling"], **near)
    assert found.more_than_sampling.p == pytest.approx(case["Q_sampling_p"], rel=1e-7)


@pytest.mark.parametrize("parts", [(12, 8), (20, 0), (5, 5, 10)])
def test_any_split_of_a_class_pools_to_that_class(parts):
    one = unseen_persons([ReportCount.of(20, 9, Fraction(1, 4))], 0.95)
    left, counts = 9, []
    for n in parts:
        counts.append(ReportCount.of(n, min(n, left), Fraction(1, 4)))
        left -= counts[-1].reported
    assert unseen_persons(counts, 0.95) == one == unseen_persons(counts[::-1], 0.95)


def test_order_of_surveys_does_not_matter():
    counts = [
        ReportCount.of(9, 4, Fraction(1, 4)),
        ReportCount.of(12, 5, Fraction(2, 5)),
        ReportCount.of(8, 2, Fraction(3, 10)),
    ]
    orders = [counts, counts[::-1], [counts[1], counts[2], counts[0]]]
    assert len({unseen_persons(each, 0.9) for each in orders}) == 1
    assert len({bound_persons(each, 0.9) for each in orders}) == 1


def test_three_unlike_channels_hold_the_truth_by_enumeration():
    """Whatever 4, 4 and 3 persons answer, the set misses their total with chance alpha at most."""
    gammas, sizes = (Fraction(2, 5), Fraction(9, 20), Fraction(1, 3)), (4, 4, 3)
    kept = {
        reported: unseen_persons(
            [ReportCount.of(n, s, g) for n, s, g in zip(sizes, reported, gammas, strict=True)], 0.9
        )
        for reported in product(*(range(n + 1) for n in sizes))
    }
    for truth in product(*(range(n + 1) for n in sizes)):
        laws = [class_law(n, t, g) for n, t, g in zip(sizes, truth, gammas, strict=True)]
        missed = 0.0
        for reported, ends in kept.items():
            if ends is None or not ends[0] <= sum(truth) <= ends[1]:
                missed += np.prod([law[s] for law, s in zip(laws, reported, strict=True)])
        assert missed <= 0.1 + 1e-12, truth


def test_without_responses_there_is_no_set():
    nobody = [ReportCount.of(0, 0, Fraction(1, 4))]
    assert unseen_persons(nobody, 0.95) is seen_persons(nobody, 0.95) is None
    with pytest.raises(ParameterError):
        random_effects([*nobody, ReportCount.of(5, 2, Fraction(1, 4))], 0.95)


def test_seen_figures_need_the_sum_of_caps():
    one = ReportCount.of(40, 18, Fraction(1, 4), cap=40)
    other = ReportCount.of(40, 22, Fraction(1, 4), cap=44)
    [added] = add_equal_channels([one, other])
    assert (added.respondents, added.reported, added.cap) == (80, 40, 84)
    horizon = seen_persons([one, other], 0.95)
    anytime = seen_persons([one, ReportCount.of(40, 22, Fraction(1, 4))], 0.95)
    unseen = class_counts(40, 80, one.keep, one.other, 0.95)
    assert horizon and anytime and unseen
    assert unseen[1] - unseen[0] < horizon[1] - horizon[0] < anytime[1] - anytime[0]


def test_unlike_chances_that_were_seen_are_bounded_only_with_caps():
    one = ReportCount.of(40, 18, Fraction(1, 4), cap=40)
    other = ReportCount.of(40, 12, Fraction(2, 5), cap=40)
    assert seen_persons([one, ReportCount.of(40, 12, Fraction(2, 5))], 0.95) is None
    found = seen_persons([one, other], 0.95)
    assert found is not None
    # sqrt(ln(40)/2 · (40·4 + 40·(25/16))) = 20.25 persons about 16 + 10.
    assert found == (6, 46)


def test_caps_whose_sum_no_cap_may_name_leave_the_intervals_that_need_none():
    limited = [ReportCount.of(40, ones, Fraction(1, 4), cap=6000) for ones in (19, 22)]
    free = [replace(each, cap=None) for each in limited]
    assert seen_persons(limited, 0.95) == seen_persons(free, 0.95)
    # The bound for unlike chances holds for any sum.
    other = ReportCount.of(4000, 3000, Fraction(2, 5), cap=4000)
    spread = 12_000 / 0.5**2 + 4000 / 0.8**2
    least, most = seen_persons([*limited, other], 0.95)
    assert (most - least) / 2 == pytest.approx(math.sqrt(math.log(40) / 2 * spread), abs=1)
