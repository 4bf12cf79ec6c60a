"""The change between two terms, from the told sets of either."""

from fractions import Fraction

import numpy as np
import pytest
from instruments import make_instrument
from known_answers import cases

from survey.core.intervals.counts import covers
from survey.core.pooling.pooled import Group
from survey.core.pooling.terms import Change, changes, in_each, term_questions
from survey.core.responses.tally import tally_from


def group(yes: int, respondents: int, gamma="1/4", size=100, hidden=True, cap=None) -> Group:
    instrument = make_instrument(gamma, class_size=size)
    counted = tally_from(instrument, [[respondents - yes, yes]])
    return Group(f"{yes} of {respondents}", instrument, counted, hidden, cap)


def change(first: list[Group], last: list[Group], confidence: float) -> Change:
    [[found]] = changes(first, last, confidence)
    return found


def known_sets() -> list[tuple[Group, tuple[float, float]]]:
    """A group of each told kind with its known set at 0.95, as shares."""
    found = []
    for case in [each for each in cases("class_sets") if each["confidence"] == 0.95][::7]:
        n = case["n"]
        count = n // 3
        ends = case["least"][count] / n, case["most"][count] / n
        found.append((group(count, n, case["gamma"]), ends))
    for case in [each for each in cases("horizon_sets") if each["confidence"] == 0.95]:
        if case["options"] != 2 or case["N"] > 100:
            continue
        for look in case["looks"]:
            if look["set"]:
                ends = tuple(each / look["n"] for each in look["set"])
                one = group(look["count"], look["n"], case["gamma"], hidden=False, cap=case["N"])
                found.append((one, ends))
    for case in [each for each in cases("anytime_sets") if each["confidence"] == 0.95][::5]:
        if case["options"] == 2 and case["set"] and case["n"] <= 200:
            ends = tuple(each / case["n"] for each in case["set"])
            size = case["class_size"]
            one = group(case["count"], case["n"], case["gamma"], size=size, hidden=False)
            found.append((one, ends))
    return found


def test_the_change_at_90_follows_from_known_sets_at_95():
    """Every known set of one kind beside one of another: [L₂ − U₁, U₂ − L₁]."""
    assert in_each(0.9) == pytest.approx(0.95)
    known = known_sets()
    assert len({(each.hidden, each.cap is None) for each, _ in known}) == 3
    for (one, (low, high)), (other, (last_low, last_high)) in zip(known, known[1:], strict=False):
        found = change([one], [other], 0.9)
        assert found.ends == pytest.approx((last_low - high, last_high - low), abs=1e-9)


def test_a_term_of_several_groups_is_their_sum_and_the_sum_of_terms_is_nowhere():
    whole, halves = [group(79, 200)], [group(39, 100), group(40, 100)]
    first = [group(60, 200)]
    assert change(first, halves, 0.95).ends == pytest.approx(change(first, whole, 0.95).ends)
    [question] = term_questions(halves, 0.95)
    assert [each.respondents for each in question.figures] == [200]


def test_it_holds_the_true_change_as_often_as_is_told():
    """2,000 pairs of terms, 60 % and then 30 % of 100: at most 6 % miss; chance below 10⁻⁶."""
    rng = np.random.default_rng(5)
    keep, other = 0.75, 0.25
    drawn = [
        rng.binomial(yes, keep, 2000) + rng.binomial(100 - yes, other, 2000) for yes in (60, 30)
    ]
    pairs = np.unique(np.array(drawn), axis=1, return_counts=True)
    held = sum(
        count
        for (one, two), count in zip(pairs[0].T, pairs[1], strict=True)
        if covers(change([group(int(one), 100)], [group(int(two), 100)], 0.95).ends, (-0.3, -0.3))
    )
    assert held >= 1900
    assert float(Fraction(int(held), 2000)) > 0.95


def test_terms_without_a_range_have_no_change():
    empty = change([group(0, 0)], [group(20, 40)], 0.95)
    assert (empty.ends, empty.estimate) == (None, None)
