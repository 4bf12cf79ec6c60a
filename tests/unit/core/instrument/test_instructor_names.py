"""Names of instructors: easy to type, and none that a file, a terminal or a page could mistake."""

import pytest

from survey.errors import ParameterError
from survey.store.models import INSTRUCTOR, check_name


@pytest.mark.parametrize("name", [INSTRUCTOR, "a", "0", "ada.lovelace", "ada-1", "a" * 40, "a..b-"])
def test_good_name_is_itself(name):
    assert check_name(name) == name


@pytest.mark.parametrize(
    "name",
    ["", "a" * 41, "Ada", "ada ", " ada", "ada\n", "ada lovelace", "ada_l", "ada/l", "../etc",
     ".hidden", "-option", "äda", "аda", "ada@example.org", "=1+1", "a\0", "٣", "ª", "<b>"],
)  # fmt: skip
def test_other_names_are_refused_in_a_sentence(name):
    with pytest.raises(ParameterError, match="lower-case letters .* such as ada"):
        check_name(name)
