"""Covariates in numbers: decimal commas are read, and what may be two numbers is not."""

import pytest

from survey.core.library.covariates import design_columns, text_among_numbers
from survey.errors import DataError


@pytest.mark.parametrize(
    ("cells", "numbers"),
    [
        (["1,5", "2"], [1.5, 2]),
        (["1,234", "2,5"], [1.234, 2.5]),
        (["0,234", "1"], [0.234, 1]),
        (["1234,567", "-2"], [1234.567, -2]),
        (["1.234", "2"], [1.234, 2]),
        (["1.5", "2,5"], [1.5, 2.5]),
        (["1000", "1e3"], [1000, 1000]),
    ],
)
def test_the_column_says_what_its_comma_is(cells, numbers):
    assert design_columns("pay", cells, "pay") == {"pay": numbers}


@pytest.mark.parametrize(
    "cells", [["1,234"], ["1,234", "900"], ["-1,234", "0.5"], ["1.234", "2,5"], ["+999,000", "1"]]
)
def test_what_may_be_two_numbers_is_refused(cells):
    with pytest.raises(DataError, match="pay holds numbers such as 1[.,]234, which may be"):
        design_columns("pay", cells, "pay")


def test_texts_stay_texts():
    columns = design_columns("place", ["1,234", "b"], "place")
    assert columns == {"place = b": [0.0, 1.0]}


@pytest.mark.parametrize(
    ("cells", "text"),
    [
        (["20", "21", "2l", "x"] + ["22"] * 5, "2l"),
        (["1", "nan", "2"], "nan"),
        (["1", "2"], None),
        (["a", "b", "3"], None),
        ([], None),
        (["1", "2", "x" * 99], "x" * 40),
    ],
)
def test_a_text_among_numbers_is_found(cells, text):
    assert text_among_numbers(cells) == text


def test_too_many_groups_name_the_text_that_made_them():
    with pytest.raises(DataError, match="age holds more than 20 .* no number is '2l'"):
        design_columns("age", [*map(str, range(30)), "2l"], "age")
