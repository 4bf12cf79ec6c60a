"""Others' designs: published figures from their counts, and intervals that cover by enumeration."""

from fractions import Fraction
from math import lcm

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from survey.core.compliance.control import Control
from survey.core.compliance.deviations import Deviation
from survey.core.intervals.counts import ReportCount
from survey.core.intervals.registry import method_named
from survey.core.kinds.bit import NO_YES
from survey.core.kinds.designed_bit import DesignedBit
from survey.core.library.estimates import estimate
from survey.core.library.regressions import regress
from survey.core.library.relations import crosstab
from survey.core.mechanism.channel import Channel, parse_design
from survey.core.results.crosstab import joint_shares
from survey.errors import ParameterError


def column(yes: int, of: int) -> list[int]:
    return [1] * yes + [0] * (of - yes)


# Counts of RRTCS, of cWise's made-up data, and of Jann, Jerke, Krumpal (2012) in GLMMRR.
@pytest.mark.parametrize(
    ("design", "yes", "of", "published"),
    [
        ("warner:0.7", 60, 125, 0.45),
        ("forced:0.2,0.2", 508, 1000, 0.513333),
        ("crosswise:0.15", 1427, 2000, 0.1950),
        ("crosswise:1/4", 310 - 112, 310, 0.22258064516129),
        ("crosswise:1/4", 310 - 80, 310, 0.01612903225806),
    ],
)
def test_published_estimates_follow_from_counts(design, yes, of, published):
    assert estimate(column(yes, of), design=design).estimate == pytest.approx(published, abs=1e-6)


def test_an_anchored_crosswise_design_corrects_for_those_who_answer_at_random():
    """cWise's example: attentive .7729, corrected .1054; nobody can affirm the anchor."""
    chances = parse_design("crosswise:0.15").pointing
    anchor = ReportCount(2000, 2000 - 1541, *chances)
    asked = ReportCount(2000, 2000 - 1427, *chances)
    control = Control(anchor, Fraction(0))
    assert 1 - control.deviating(Deviation.AT_RANDOM) == pytest.approx(0.7729, abs=5e-5)
    corrected = control.corrected(asked, Deviation.AT_RANDOM)
    assert corrected.estimate == pytest.approx(0.1054, abs=5e-5)


UNEQUAL = [
    "channel:0.8,0.1",
    "unrelated:0.6,1/5",
    "forced:0.3,0.1",
    "channel:1,1/4",
    "channel:.3,.9",
]


@pytest.mark.parametrize("design", UNEQUAL)
@pytest.mark.parametrize("name", ["hoeffding", "class", "anytime"])
def test_intervals_of_unequal_chances_cover_every_small_class(design, name):
    """By enumeration: each number of yes among 9, and each number of reports."""
    n, (keep, other) = 9, parse_design(design).pointing
    of = method_named(name).of_share
    ends = [of(ReportCount(n, s, keep, other, n), 0.95) for s in range(n + 1)]
    for truth in range(n + 1):
        law = np.array([1.0])
        for chance in [float(keep)] * truth + [float(other)] * (n - truth):
            law = np.convolve(law, [1 - chance, chance])
        held = [e is not None and e[0] - 1e-9 <= truth / n <= e[1] + 1e-9 for e in ends]
        assert law[~np.array(held)].sum() <= 0.05 + 1e-12, (truth, design)


@pytest.mark.parametrize("design", UNEQUAL)
def test_the_population_interval_covers(design):
    n, (keep, other) = 12, parse_design(design).pointing
    of = method_named("population").of_share
    ends = [of(ReportCount(n, s, keep, other, n), 0.95) for s in range(n + 1)]
    for share in np.linspace(0, 1, 41):
        q = share * float(keep) + (1 - share) * float(other)
        law = np.array([1.0])
        for _ in range(n):
            law = np.convolve(law, [1 - q, q])
        held = [low - 1e-9 <= share <= high + 1e-9 for low, high in ends]
        assert law[~np.array(held)].sum() <= 0.05 + 1e-9, (share, design)


@given(
    st.tuples(*[st.integers(0, 30)] * 4).filter(any),
    st.sampled_from(UNEQUAL),
    st.sampled_from(["warner:0.7", *UNEQUAL]),
)
def test_the_expected_reports_of_a_class_give_its_own_joint_shares(cells, first, second):
    """M⁻¹ undoes the channel exactly, whatever its chances are."""
    items = [DesignedBit("q", "", Fraction(1, 4), NO_YES, parse_design(each))
             for each in (first, second)]  # fmt: skip
    truth = np.array(cells, dtype=object).reshape(2, 2)
    laws = []
    for each in items:
        keep, other = each.channel.pointing
        laws.append(np.array([[1 - other, other], [1 - keep, keep]]))
    expected = laws[0].T @ truth @ laws[1]
    counts = (expected * lcm(*(cell.denominator for cell in expected.ravel()))).astype(int)
    found = joint_shares(*items, counts.tolist())
    shares = (truth / truth.sum()).astype(float)
    assert np.array(found.joint) == pytest.approx(shares, abs=1e-9)
    assert found.marginal == pytest.approx(shares.sum(axis=1), abs=1e-9)


def test_a_crosswise_regression_is_the_published_one():
    """Any design of equal chances is γ's, with no and yes exchanged where a report means alike."""
    generator = np.random.default_rng(7)
    age = generator.integers(18, 60, 200).tolist()
    alike = generator.integers(0, 2, 200).tolist()
    by_design = regress({"y": alike, "age": age}, "y", ["age"], design="crosswise:1/4").result
    turned = [1 - each for each in alike]
    by_gamma = regress({"y": turned, "age": age}, "y", ["age"], gamma="1/4").result
    assert by_design.log_likelihood == by_gamma.log_likelihood
    assert by_design.coefficients[1].estimate == by_gamma.coefficients[1].estimate


def test_a_regression_of_unequal_chances_maximizes_its_own_likelihood():
    generator = np.random.default_rng(8)
    x = generator.normal(size=3000)
    truth = generator.random(3000) < 1 / (1 + np.exp(-(0.5 + x)))
    keep, other = 0.9, 0.2
    y = (generator.random(3000) < np.where(truth, keep, other)).astype(int)
    table = regress({"y": y.tolist(), "x": x.tolist()}, "y", ["x"], design="channel:0.9,0.2")
    intercept, slope = (each.estimate for each in table.result.coefficients)
    assert (intercept, slope) == pytest.approx((0.5, 1.0), abs=0.25)
    chance = other + (keep - other) / (1 + np.exp(-(intercept + slope * x)))
    direct = np.log(np.where(y == 1, chance, 1 - chance)).sum()
    assert table.result.log_likelihood == pytest.approx(direct)
    assert "P(yes | yes) = 9/10, P(yes | no) = 1/5" in repr(table)


def test_what_goes_with_no_design_is_refused():
    with pytest.raises(ParameterError, match="leave out γ, kind"):
        estimate([0, 1], gamma="1/4", design="warner:0.7")
    with pytest.raises(ParameterError, match="leave out γ, kind"):
        estimate([0, 1], kind="rating", highest=5, design="warner:0.7")
    with pytest.raises(ParameterError, match="both reports protect alike"):
        estimate([0, 1], cap=10, design="channel:0.8,0.1")
    with pytest.raises(ParameterError, match="A design is one of"):
        crosstab({"a": [0], "b": [1]}, "a", "b", design="other:1")
    assert estimate([0, 1], cap=10, design="warner:0.7").estimate is not None


def test_a_proof_of_an_answer_is_no_privacy():
    found = estimate([0, 0, 1], design="channel:1/2,0")
    assert "ε = inf" in repr(found)


def test_a_channel_of_impossible_chances_is_refused():
    with pytest.raises(ParameterError, match="from 0 to 1"):
        Channel(Fraction(3, 2), Fraction(0))
