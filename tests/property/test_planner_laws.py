"""Laws of plans: what is found holds, one step less does not, and more never hurts."""

from fractions import Fraction

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from survey.core.planning.planner import (
    GAMMAS,
    LARGEST_RESPONDENTS,
    METHODS,
    Plan,
    fewest_respondents,
    half_width,
    smallest_gamma,
)
from survey.text.plans import faults, in_words, proposals, trusted_curator_in_words

methods = st.sampled_from(METHODS)
respondents = st.integers(1, 3000)
gammas = st.integers(1, 499).map(lambda thousandths: Fraction(thousandths, 1000))
# No interval is narrower than its steps of one respondent.
margins = st.floats(0.01, 1)
confidences = st.sampled_from([0.5, 0.9, 0.95, 0.99, 0.999])
STEP = Fraction(1, 1000)


@given(
    methods,
    gammas.filter(lambda gamma: gamma > Fraction(1, 10)),  # others need the exact interval of 10⁶
    st.floats(0.05, 1),
    confidences,
)
def test_fewest_respondents_hold_the_margin_and_one_less_does_not(
    method, gamma, margin, confidence
):
    n = fewest_respondents(method, gamma, margin, confidence)
    if n is None:
        assert half_width(method, LARGEST_RESPONDENTS, gamma, confidence) > margin
        return
    # A margin that a whole n gives exactly may be off by the last place of a float.
    assert half_width(method, n, gamma, confidence) <= margin * (1 + 1e-12)
    assert n == 1 or half_width(method, n - 1, gamma, confidence) > margin * (1 - 1e-12)


@given(methods, respondents, margins, confidences)
def test_smallest_gamma_holds_the_margin_and_the_one_before_does_not(method, n, margin, confidence):
    gamma = smallest_gamma(method, n, margin, confidence)
    if gamma is None:
        assert half_width(method, n, GAMMAS[-1], confidence) > margin
        return
    assert half_width(method, n, gamma, confidence) <= margin
    assert gamma == STEP or half_width(method, n, gamma - STEP, confidence) > margin


@given(st.sampled_from(["hoeffding", "central_laplace"]), respondents, gammas, confidences)
def test_smooth_widths_shrink_with_the_class_and_with_gamma(method, n, gamma, confidence):
    width = half_width(method, n, gamma, confidence)
    assert half_width(method, n + 1, gamma, confidence) < width
    assume(gamma + STEP < Fraction(1, 2))
    assert half_width(method, n, gamma + STEP, confidence) < width


@settings(max_examples=settings().max_examples // 3)  # a fifth of a second each
@given(
    st.one_of(
        st.builds(Plan, respondents, margins, st.none(), confidences),
        st.builds(Plan, respondents, st.none(), gammas, confidences),
        st.builds(Plan, st.none(), margins, gammas, confidences),
    )
)
def test_every_plan_has_words_and_what_is_proposed_has_no_fault(plan):
    assert "None" not in in_words(plan) + trusted_curator_in_words(plan)
    for each in proposals(plan):
        assert faults(each) == []
    assert bool(faults(plan)) or not proposals(plan)
