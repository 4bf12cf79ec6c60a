"""Pages of responses, by the first digits of their ids: one's own is one of a hundred or more."""

import pytest
from scipy.stats import binom

from survey.core.responses.id_pages import LONGEST_PREFIX, is_prefix, prefix_digits

FEWEST_CANDIDATES = 100


@pytest.mark.parametrize(
    ("responses", "digits"),
    [(0, 0), (301, 0), (3_199, 0), (3_200, 1), (51_199, 1), (51_200, 2), (1_000_000, 3),
     (10**12, 8), (10**15, 8)],
)  # fmt: skip
def test_digits_are_the_most_that_leave_many_on_each_page(responses, digits):
    assert prefix_digits(responses) == digits


@pytest.mark.parametrize("digits", range(1, LONGEST_PREFIX + 1))
def test_no_page_has_few_candidates(digits):
    """Where a list is divided first, and its pages are shortest."""
    responses = next(
        n for n in (200 * 16**digits - 1, 200 * 16**digits) if prefix_digits(n) == digits
    )
    assert binom.cdf(FEWEST_CANDIDATES - 1, responses, 16.0**-digits) < 1e-13


@pytest.mark.parametrize("text", ["0", "3f", "abcdef01"])
def test_prefix(text):
    assert is_prefix(text)


@pytest.mark.parametrize("text", ["", "g", "3F", "0" * 9, "3f\n", "%", "٣"])
def test_no_prefix(text):
    assert not is_prefix(text)
