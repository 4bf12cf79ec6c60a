"""The option in the lead: known answers, and how often its range and its sentence are wrong."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest
from known_answers import cases

from survey.core.estimates.quantity import Quantities, Setting
from survey.core.estimates.shares import exclusive_shares, no_other_is_more_frequent, with_lead
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.largest_option import chance_of_lead, picked_class_set
from survey.core.mechanism.privacy import keep_and_other

KNOWN = cases("largest_option")


def shares(counts, gamma, told="class", confidence=0.95):
    found = [ReportCount.of(sum(counts), each, gamma, len(counts)) for each in counts]
    setting = Setting(confidence, told=told)
    rows = exclusive_shares("q1", [str(place) for place in range(len(counts))], found, setting)
    return with_lead(Quantities(rows=rows)).rows


def leading(rows):
    return [row for row in rows if row.leads]


@pytest.mark.parametrize(
    "case", KNOWN, ids=lambda c: f"{c['gamma']} {c['counts']} {c['confidence']}"
)
def test_ends_lead_and_level_options_are_the_known_ones(case):
    gamma, counts, k = Fraction(case["gamma"]), case["counts"], case["options"]
    rows = shares(counts, gamma, confidence=case["confidence"])
    first = leading(rows)[0]
    assert [int(each.of) for each in leading(rows)] == case["tied"]
    count = first.count
    assert list(picked_class_set(count, k, case["confidence"])) == case["class"]
    assert first.ends == tuple(end / case["n"] for end in case["class"])
    if case["lead"]:
        assert chance_of_lead(case["lead"], count) == pytest.approx(case["lead_p"], abs=1e-9)
    least = case["least_lead_largest"]
    assert no_other_is_more_frequent(rows) == (least is not None and case["lead"] >= least)


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
        picked = max(rows, key=lambda row: row.estimate)
        low, high = ends_of(picked)
        truth = truths[int(picked.of)] / n
        wrong += not low - 1e-12 <= truth <= high + 1e-12
    return wrong / runs


@pytest.mark.parametrize("told", ["class", "anytime"])
def test_of_equal_options_the_largest_is_told_wrong_in_five_per_cent_at_most(told):
    """At a true 5 % the chance of more than 8.5 % among 1,000 is below 1e-6."""
    truths, gamma = [10] * 10, Fraction(2, 5)
    assert wrong_of(truths, gamma, told, 1000, lambda row: row.ends) <= 0.085


def test_the_plain_interval_of_the_largest_is_wrong_far_more_often():
    """The control: what was told before."""
    wrong = wrong_of([10] * 10, Fraction(2, 5), "class", 300, lambda row: row.interval("class"))
    assert wrong > 0.15


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
            rows = shares([a, b, n - a - b], gamma, confidence=0.9)
            leads = no_other_is_more_frequent(rows)
            said[a, b] = int(leading(rows)[0].of) if leads else None
    assert any(option is not None for option in said.values())
    for truths, law in laws.items():
        wrong = sum(
            law[reports]
            for reports, option in said.items()
            if option is not None and truths[option] < max(truths)
        )
        assert wrong <= 0.1


def test_while_people_look_no_lead_is_said():
    assert not no_other_is_more_frequent(shares([90, 5, 5], Fraction(2, 5), told="anytime"))
    assert no_other_is_more_frequent(shares([90, 5, 5], Fraction(2, 5)))


@pytest.mark.parametrize("told", ["class", "anytime", "hoeffding"])
def test_only_the_option_in_the_lead_has_a_wider_range_than_by_itself(told):
    rows = shares([50, 50, 20], Fraction(2, 5), told)
    for row in rows[:2]:
        alone, picked = row.interval(told), row.range
        assert picked[0] <= alone[0] and alone[1] <= picked[1] and picked != alone
    assert rows[2].range == rows[2].interval(told)


def test_where_nothing_was_picked_nothing_leads():
    """A single option, no responses, and the ratings beneath their mean."""
    none = shares([0, 0, 0], Fraction(2, 5))
    one = with_lead(Quantities(rows=shares([30, 20], Fraction(2, 5))[1:])).rows
    rows = shares([30, 10], Fraction(2, 5))[1:] * 2
    beneath = with_lead(Quantities(headline=rows[0], rows=rows)).rows
    assert leading([*none, *one, *beneath]) == []
