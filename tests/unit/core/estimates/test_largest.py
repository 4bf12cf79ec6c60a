"""The largest option: known answers, and how often its sentence is wrong."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from known_answers import cases

from survey.core.estimates.quantity import Setting
from survey.core.estimates.shares import chance_of_lead, exclusive_shares, largest, picked_class_set
from survey.core.intervals.counts import ReportCount
from survey.core.mechanism.privacy import keep_and_other

KNOWN = cases("largest_option")


def shares(counts, gamma, told="class", confidence=0.95):
    found = [ReportCount.of(sum(counts), each, gamma, len(counts)) for each in counts]
    setting = Setting(confidence, told=told)
    return exclusive_shares("q1", [str(place) for place in range(len(counts))], found, setting)


@pytest.mark.parametrize(
    "case", KNOWN, ids=lambda c: f"{c['gamma']} {c['counts']} {c['confidence']}"
)
def test_ends_lead_and_level_options_are_the_known_ones(case):
    gamma, counts, k = Fraction(case["gamma"]), case["counts"], case["options"]
    found = largest(shares(counts, gamma, confidence=case["confidence"]))
    assert [int(each.of) for each in found.options] == case["tied"]
    count = found.options[0].count
    assert list(picked_class_set(count, k, case["confidence"])) == case["class"]
    assert found.ends == tuple(end / case["n"] for end in case["class"])
    if case["lead"]:
        assert chance_of_lead(case["lead"], count) == pytest.approx(case["lead_p"], abs=1e-9)
    least = case["least_lead_largest"]
    assert found.leads == (least is not None and case["lead"] >= least)


def wrong_of(truths, gamma, told, runs, ends_of):
    """How often the told interval of the largest option misses the share of what was picked."""
    generator = np.random.default_rng(36)
    k, n = len(truths), sum(truths)
    keep, other = map(float, keep_and_other(gamma, k))
    channel = np.full((k, k), other) + (keep - other) * np.eye(k)
    wrong = 0
    for _ in range(runs):
        of_each = zip(truths, channel, strict=True)
        counts = sum(generator.multinomial(people, row) for people, row in of_each)
        rows = shares(counts.tolist(), gamma, told)
        low, high = ends_of(rows)
        picked = max(rows, key=lambda row: row.estimate)
        truth = truths[int(picked.of)] / n
        wrong += not low - 1e-12 <= truth <= high + 1e-12
    return wrong / runs


@pytest.mark.parametrize("told", ["class", "anytime"])
def test_of_equal_options_the_largest_is_told_wrong_in_five_per_cent_at_most(told):
    """At a true 5 % the chance of more than 8.5 % among 1,000 is below 1e-6."""
    truths, gamma = [10] * 10, Fraction(2, 5)
    assert wrong_of(truths, gamma, told, 1000, lambda rows: largest(rows).ends) <= 0.085


def test_the_plain_interval_of_the_largest_is_wrong_far_more_often():
    """The control: what was told before."""
    plain = lambda rows: max(rows, key=lambda row: row.estimate).ends  # noqa: E731
    assert wrong_of([10] * 10, Fraction(2, 5), "class", 300, plain) > 0.15


def test_the_sentence_that_none_is_more_frequent_is_exactly_wrong_as_rarely_as_promised():
    """Every class of 10 and three options, every reports, at alpha 10 %; level ones are no lead."""
    n, k, gamma = 10, 3, Fraction(2, 5)
    keep, other = keep_and_other(gamma, k)
    channel = [[float(keep if x == y else other) for y in range(k)] for x in range(k)]
    laws = {}
    for first, second in combinations(range(n + k - 1), k - 1):
        truths = (first, second - first - 1, n + 1 - second)
        law = np.zeros((n + 1, n + 1))
        law[0, 0] = 1
        for answer, people in enumerate(truths):
            for _ in range(people):
                after = law * channel[answer][2]
                after[1:] += law[:-1] * channel[answer][0]
                after[:, 1:] += law[:, :-1] * channel[answer][1]
                law = after
        laws[truths] = law
    said = {}
    for a in range(n + 1):
        for b in range(n + 1 - a):
            found = largest(shares([a, b, n - a - b], gamma, confidence=0.9))
            said[a, b] = int(found.options[0].of) if found.leads else None
    assert any(option is not None for option in said.values())
    for truths, law in laws.items():
        wrong = sum(
            law[reports]
            for reports, option in said.items()
            if option is not None and truths[option] < max(truths)
        )
        assert wrong <= 0.1


def test_while_people_look_no_lead_is_said():
    assert not largest(shares([90, 5, 5], Fraction(2, 5), told="anytime")).leads
    assert largest(shares([90, 5, 5], Fraction(2, 5))).leads
