"""OpenDP's own functions say the same of our reports: the privacy loss and the shares."""

import math
from fractions import Fraction

import opendp.prelude as dp
import pytest
from opendp.measurements import (
    debias_randomized_response_bitvec,
    make_randomized_response,
    make_randomized_response_bool,
)
from quantities import debiased

from survey.core.mechanism.privacy import epsilon, keep_and_other, odds
from survey.core.mechanism.randomize import randomize, system_word

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(1, 3), Fraction(9, 20)]


@pytest.fixture(autouse=True)
def features():
    dp.enable_features("contrib")
    yield
    dp.disable_features("contrib")


@pytest.mark.parametrize("gamma", GAMMAS)
def test_epsilon_of_one_bit_is_opendps(gamma):
    theirs = make_randomized_response_bool(float(Fraction(1, 2) + gamma))
    assert math.isclose(theirs.map(1), epsilon(gamma), rel_tol=1e-12)


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("options", [3, 4, 12])
def test_epsilon_of_a_choice_is_opendps(gamma, options):
    keep, _ = keep_and_other(gamma, options)
    theirs = make_randomized_response(list(range(options)), float(keep))
    assert math.isclose(theirs.map(1), epsilon(gamma), rel_tol=1e-12)


@pytest.mark.parametrize("gamma", GAMMAS)
def test_opendp_debiases_our_reports_to_our_estimates(gamma):
    """Their f is twice the chance of the opposite, 1 − 2γ; they give n·p̂ for each bit."""
    answers = [1, 0, 1, 1, 0, 0, 0, 1]  # OpenDP takes whole bytes, and begins with the last bit
    reports = [
        [randomize(answer, odds(gamma), 2, system_word) for answer in answers] for _ in range(300)
    ]
    vectors = [bytes([int("".join(map(str, bits)), 2)]) for bits in reports]
    theirs = debias_randomized_response_bitvec(vectors, float(1 - 2 * gamma))
    yes = [sum(column) for column in zip(*reports, strict=True)]
    ours = [300 * debiased(Fraction(count, 300), gamma) for count in yes]
    assert theirs[::-1] == pytest.approx([float(share) for share in ours], abs=1e-9)
