"""Groups of the same questions, pooled: as one class where they are one, share by share."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from instruments import make_instrument, make_mixed_instrument, make_one_question_each

from survey.core.instrument.parsing import validate
from survey.core.instrument.same_questions import for_group, questions_digest
from survey.core.intervals.counts import ReportCount
from survey.core.pooling.classes_like_these import random_effects
from survey.core.pooling.persons import seen_persons, unseen_persons
from survey.core.pooling.pooled import Group, pool
from survey.core.pooling.simulated_coverage import random_effects_of_all, simulated_coverage
from survey.core.responses.statement_terms import FIGURES_ONCE_CLOSED
from survey.core.responses.tally import tally_from
from survey.core.results.results import question_results


def group(yes: int, respondents: int, gamma="1/4", hidden=True, cap=None) -> Group:
    instrument = make_instrument(gamma)
    counted = tally_from(instrument, [[respondents - yes, yes]])
    return Group(f"{yes} of {respondents}", instrument, counted, hidden, cap)


def pooled(*groups: Group, confidence: float = 0.95):
    [question] = pool(groups, confidence)
    [share] = question.figures
    return share


def test_equal_groups_are_one_class():
    """Whichever way 200 people are divided: five sections of 40 learn as much as one of 200."""
    sections = [group(yes, 40) for yes in (12, 15, 18, 20, 14)]
    whole = group(79, 200)
    share, alone = pooled(*sections), pooled(whole)
    assert share.persons == alone.persons
    assert share.estimate == pytest.approx(alone.estimate)
    assert share.announced == pytest.approx(alone.announced)
    assert share.option == "Yes"
    assert share.together.more_responses == 0
    [told] = question_results(whole.instrument, whole.counted, 0.95, told="class")
    assert np.array(alone.persons) / 200 == pytest.approx(told.headline.interval("class"))


def test_half_the_width_of_a_class_of_forty():
    """Of the issue's own figures: .453 to .226 at γ = 1/4."""
    one, five = pooled(group(16, 40)), pooled(*[group(16, 40)] * 5)
    widths = [(each.persons[1] - each.persons[0]) / each.respondents for each in (one, five)]
    assert widths[1] <= 0.55 * widths[0]


def test_seen_figures_of_any_group_make_it_the_interval_of_every_look():
    groups = [group(15, 40), group(18, 40, hidden=False, cap=40)]
    share = pooled(*groups)
    assert not share.unseen
    counts = [each.count for each in share.groups]
    assert share.persons == seen_persons(counts, 0.95)
    assert pooled(group(15, 40), group(18, 40)).persons == unseen_persons(counts, 0.95)


def test_unlike_gammas_are_pooled_and_seen_ones_without_a_limit_are_not():
    assert pooled(group(15, 40), group(18, 40, "2/5")).persons is not None
    seen = [group(15, 40, hidden=False), group(18, 40, "2/5", hidden=False)]
    assert pooled(*seen).persons is None
    assert pooled(*seen).announced is not None


def test_classes_like_these_are_told_from_three_groups_on():
    groups = [group(15, 40), group(18, 40), group(9, 40)]
    assert pooled(*groups[:2]).like_these is None
    assert pooled(*groups[:2], group(0, 0)).like_these is None
    assert pooled(*groups).like_these.mean == pytest.approx(pooled(*groups).estimate, abs=0.02)


def test_each_option_and_each_mean_is_pooled():
    instrument = make_mixed_instrument()
    counts = [[10] * item.options for item in instrument.items]
    most = max(map(sum, counts))
    counted = tally_from(instrument, [[row[0] + most - sum(row), *row[1:]] for row in counts])
    groups = [Group("one", instrument, counted, True), Group("two", instrument, counted, True)]
    options = [len(question.figures) for question in pool(groups, 0.95)]
    assert options == [1, 3, 2, 1, 1 + 5]


def test_of_one_question_each_those_are_pooled_who_were_asked():
    instrument = make_one_question_each()
    counts = [[6] * item.options for item in instrument.items]
    groups = [Group(name, instrument, tally_from(instrument, counts)) for name in ("one", "two")]
    for question in pool(groups, 0.95):
        for share in question.figures:
            assert share.respondents == 2 * share.groups[0].respondents


def test_a_group_has_the_limits_that_its_statement_names():
    instrument, counted = make_instrument("1/4"), tally_from(make_instrument("1/4"), [[20, 20]])
    seen = Group.under("one", instrument, counted, {"cap": 60})
    assert (seen.cap, seen.hidden) == (60, False)
    waited = Group.under("one", instrument, counted, {"figures": FIGURES_ONCE_CLOSED})
    assert (waited.cap, waited.hidden) == (None, True)
    each = make_one_question_each()
    asked = tally_from(each, [[6] * item.options for item in each.items])
    assert Group.under("one", each, asked, {"cap": 600}).cap is None  # none limits one question


def test_the_questions_digest_is_of_what_is_asked_alone():
    document = make_mixed_instrument().raw()
    digest = questions_digest(validate(document))
    assert questions_digest(for_group(validate(document), "Tuesday", 12)) == digest
    first, *others = document["questions"]
    same = [
        {"title": "Other", "introduction": "Please.", "class_size": 7},
        {"questions": [{**first, "gamma": "2/5"}, *others]},
    ]
    for changes in same:
        assert questions_digest(validate({**document, **changes})) == digest
    different = [
        {"questions": [{**first, "text": "Did you copy?"}, *others]},
        {"questions": [*others, first]},
        {"questions": [first]},
    ]
    for changes in different:
        assert questions_digest(validate({**document, **changes})) != digest


# Mean .3, 20,000 runs of RULES' rule 4, whose shares follow another law with the same deviation.
@pytest.mark.parametrize(
    ("gamma", "size", "groups", "deviation", "covered"),
    [
        ("1/4", 40, 5, 0.1, 0.983),
        ("1/4", 40, 5, 0.2, 0.960),
        ("2/5", 40, 5, 0.1, 0.951),
        ("2/5", 40, 5, 0.2, 0.933),
        ("2/5", 100, 10, 0.1, 0.948),
        ("9/20", 20, 4, 0.3, 0.885),
    ],
)
def test_the_range_of_classes_like_these_covers_as_simulated(
    gamma, size, groups, deviation, covered
):
    counts = [ReportCount.of(size, size // 2, Fraction(gamma)) for _ in range(groups)]
    found = replace(random_effects(counts, 0.95), mean=0.3, deviation=deviation)
    assert simulated_coverage(counts, found, 0.95, studies=20_000) == pytest.approx(
        covered, abs=0.015
    )


@given(
    st.lists(
        st.tuples(st.integers(5, 60), st.floats(0, 1), st.sampled_from(["1/4", "2/5"])),
        min_size=3,
        max_size=7,
    )
)
def test_many_studies_at_once_have_the_intervals_of_each(groups):
    counts = [ReportCount.of(n, round(part * n), Fraction(g)) for n, part, g in groups]
    columns = zip(*((each.respondents, each.keep, each.other) for each in counts), strict=True)
    sizes, keep, other = (np.array(list(map(float, each))) for each in columns)
    shares = np.array([[each.estimate for each in counts]])
    low, high = random_effects_of_all(shares, sizes, keep, other, 0.95)
    assert (low[0], high[0]) == pytest.approx(random_effects(counts, 0.95).interval, abs=1e-6)


def test_the_coverage_is_that_of_this_study_and_the_same_again():
    study = pooled(group(15, 40), group(18, 40), group(9, 40))
    again = pooled(group(15, 40), group(18, 40), group(9, 40))
    assert 0.9 < study.simulated_coverage < 1
    assert study.simulated_coverage == again.simulated_coverage
    all_yes = pooled(*[group(40, 40)] * 3)
    assert 0.9 < all_yes.simulated_coverage <= 1
    assert pooled(group(15, 40), group(18, 40)).simulated_coverage is None


def test_in_a_pool_each_option_has_the_range_of_itself():
    """None was picked for its lead, so page, files and command show the interval they name."""
    asked = {"kind": "choice", "text": "Whose?", "gamma": "2/5", "options": ["Mine", "Yours", "No"]}
    instrument = validate({"title": "Notes", "class_size": 60, "questions": [asked]})
    both = [Group("A", instrument, tally_from(instrument, [[30, 20, 10]]), True),
            Group("B", instrument, tally_from(instrument, [[10, 20, 30]]), True)]  # fmt: skip
    [leading, *_] = both[0].results(0.95)[0].rows
    assert leading.leads and leading.range != leading.interval("class")
    [question] = pool(both, 0.95)
    for figure in question.figures:
        for each in figure.groups:
            assert each.range == each.interval("class") and not each.leads
