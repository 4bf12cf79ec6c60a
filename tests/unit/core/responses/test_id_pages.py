"""Pages of responses: of about 300 rows, by the first digits of their ids."""

import pytest

from survey.core.responses.id_pages import ROWS_A_PAGE, is_prefix, prefix_digits


@pytest.mark.parametrize(
    ("responses", "digits"),
    [(0, 0), (300, 0), (301, 1), (4800, 1), (4801, 2), (1_000_000, 3), (10**12, 8)],
)
def test_digits_are_the_fewest_that_divide_into_pages(responses, digits):
    assert prefix_digits(responses) == digits
    assert responses <= ROWS_A_PAGE * 16**digits


@pytest.mark.parametrize("text", ["0", "3f", "abcdef01"])
def test_prefix(text):
    assert is_prefix(text)


@pytest.mark.parametrize("text", ["", "g", "3F", "0" * 9, "3f\n", "%", "٣"])
def test_no_prefix(text):
    assert not is_prefix(text)
