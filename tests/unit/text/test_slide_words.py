"""The few words of a slide."""

import pytest
from instruments import make_instrument

from survey.text.slide_words import protection_in_words


@pytest.mark.parametrize(
    ("gammas", "words"),
    [(["1/4"], "no proof: the coin makes"), (["1/4", "1/4"], "a hint, and no proof"),
     (["1/4"] * 3, "Weak protection"), (["2/5"], "a hint, and no proof"),
     (["1/4"] * 4, "Hardly any protection"), (["1/4"] * 8, "Hardly any protection"),
     (["9/20"], "Weak protection")],
)  # fmt: skip
def test_protection_is_said_of_all_reports_together_and_never_too_good(gammas, words):
    """Eight questions at odds of 3 have ε = 8.8: nothing is deniable there any more."""
    assert words in protection_in_words(make_instrument(*gammas))
