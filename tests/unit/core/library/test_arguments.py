"""Whatever a caller gives, the library computes it or refuses it in a sentence, at once."""

from fractions import Fraction

import numpy as np
import pandas
import polars
import pytest

from survey.core.estimates.quantity import Setting
from survey.core.library import crosstab, estimate, pool, randomize, regress
from survey.core.mechanism.privacy import channel, keep_and_other, posterior
from survey.errors import ParameterError

BITS = [1, 0, 0, 1]
FRAME = {"a": BITS, "b": [0, 1, 1, 0], "age": [20, 30, 40, 50], "short": [1, 0]}
QUARTER = Fraction(1, 4)

WRONG = {
    # What nobody can guess of a column.
    "number without its ends": (lambda: estimate(BITS, "1/4", kind="number"), "low and high"),
    "number without one end": (lambda: estimate(BITS, "1/4", kind="number", low=1), "high, such"),
    "rating without its highest": (lambda: estimate([1, 5], "1/4", kind="rating"), "highest=5"),
    "choice without options": (lambda: estimate(["a"], "1/4", kind="choice"), "needs options"),
    "answers of a number": (lambda: randomize([5], "1/4", kind="number"), "low and high"),
    "no field of the kind": (lambda: estimate(BITS, "1/4", highest=5), "has no highest"),
    "several": (lambda: estimate(BITS, "1/4", kind="several", options=["a"]), "kind must be"),
    "another kind": (lambda: estimate(BITS, "1/4", kind=5), "kind must be"),
    "options as one text": (
        lambda: estimate(["a"], "1/4", kind="choice", options="ab"), "list of texts"
    ),
    "ends that are turned": (
        lambda: estimate(BITS, "1/4", kind="number", low=5, high=5), "above the lowest"
    ),
    # Numbers.
    "confidence in per cent": (lambda: estimate(BITS, "1/4", confidence=95), "between 0 and 1"),
    "confidence as text": (lambda: estimate(BITS, "1/4", confidence="0.95"), "between 0 and 1"),
    "no confidence": (lambda: estimate(BITS, "1/4", confidence=float("nan")), "between 0 and 1"),
    "cap of none": (lambda: estimate(BITS, "1/4", cap=0), "from 1 to 10,000"),
    "cap with a decimal": (lambda: estimate(BITS, "1/4", cap=100.0), "whole number"),
    "cap below the reports": (lambda: estimate(BITS, "1/4", cap=3), "more than the cap"),
    "nobody expected": (lambda: estimate(BITS, "1/4", expected=0), "expected"),
    "another interval": (lambda: estimate(BITS, "1/4", intervals="wald"), "named wald"),
    "no interval": (lambda: estimate(BITS, "1/4", intervals=5), "list of texts"),
    "confidence of a table": (lambda: crosstab(FRAME, "a", "b", "1/4", 95), "between 0 and 1"),
    "confidence of a fit": (
        lambda: regress(FRAME, "a", gamma="1/4", confidence=95), "between 0 and 1"
    ),
    "confidence of groups": (lambda: pool([], 95), "between 0 and 1"),
    "no exports": (lambda: pool(["a.json", "b.json"]), "read_export"),
    # γ.
    "γ as a decimal": (lambda: estimate(BITS, 0.25), 'exact. Write it as text: gamma="1/4"'),
    "γ of numpy": (lambda: estimate(BITS, np.float64(0.3405375)), 'gamma="27243/80000"'),
    "a third": (lambda: crosstab(FRAME, "a", "b", 1 / 3), 'gamma="1/3"'),
    "γ as a list": (lambda: regress(FRAME, "a", gamma=[1, 4]), 'gamma="1/4"'),
    "γ for three": (lambda: crosstab(FRAME, "a", "b", ("1/4",) * 3), "or a pair"),
    "no γ": (lambda: estimate(BITS), "Give γ"),
    "design and γ": (lambda: estimate(BITS, "1/4", design="warner:0.7"), "leave out γ"),
    "design of a rating": (
        lambda: estimate([1], design="warner:0.7", kind="rating", highest=5), "yes/no column"
    ),
    # Columns.
    "array of two dimensions": (lambda: estimate(np.ones((2, 2)), "1/4"), "Give one column"),
    "a single value": (lambda: estimate(1, "1/4"), "Give one column"),
    "array of no dimension": (lambda: estimate(np.array(1), "1/4"), "Give one column"),
    "a text": (lambda: estimate("1010", "1/4"), "Give one column"),
    "a dict": (lambda: estimate({"1": 0}, "1/4"), "Give one column"),
    "a list of lists": (lambda: estimate([[1], [0]], "1/4"), "Give one column"),
    "a frame of pandas": (lambda: estimate(pandas.DataFrame({"a": BITS}), "1/4"), "one column"),
    "a frame of polars": (lambda: estimate(polars.DataFrame({"a": BITS}), "1/4"), "one column"),
    "unknown column": (lambda: crosstab(FRAME, "a", "z", "1/4"), "no column 'z'; .*age"),
    "unknown column of pandas": (
        lambda: regress(pandas.DataFrame({"a": BITS}), "a", ["z"], "1/4"), "no column 'z'"
    ),
    "unknown column of polars": (
        lambda: regress(polars.DataFrame({"a": BITS}), "z", gamma="1/4"), "no column 'z'"
    ),
    "unknown weights": (lambda: regress(FRAME, "a", gamma="1/4", weights="z"), "no column 'z'"),
    "weights in words": (
        lambda: regress({"a": BITS, "w": ["x"] * 4}, "a", gamma="1/4", weights="w"), "above 0"
    ),
    "no table": (lambda: crosstab([BITS, BITS], "a", "b", "1/4"), "data frame"),
    "column with itself": (lambda: crosstab(FRAME, "a", "a", "1/4"), "two different"),
    "options of another column": (
        lambda: crosstab(FRAME, "a", "b", "1/4", options={"z": ["x", "y"]}), "neither"
    ),
    "unequal columns": (lambda: crosstab(FRAME, "a", "short", "1/4"), "a has 4, short has 2"),
    "unequal covariates": (lambda: regress(FRAME, "a", ["short"], "1/4"), "a has 4, short has 2"),
    "unequal weights": (
        lambda: regress(FRAME, "a", gamma="1/4", weights="short"), "a has 4, short has 2"
    ),
    "covariates as one text": (lambda: regress(FRAME, "a", "age", "1/4"), "on must be a list"),
    # The mechanism.
    "belief above 1": (lambda: posterior(2, 1, QUARTER), "from 0 to 1"),
    "belief below 0": (lambda: posterior(-0.1, 1, QUARTER), "from 0 to 1"),
    "report of another option": (lambda: posterior(0.5, 2, QUARTER), "0 for no or 1 for yes"),
    "no options": (lambda: keep_and_other(QUARTER, 0), "at least 2"),
    "half an option": (lambda: keep_and_other(QUARTER, 2.5), "at least 2"),
    "channel of one option": (lambda: channel((3, 1), 1), "at least 2"),
    "γ of the mechanism": (lambda: keep_and_other(0.25), "exact"),
    "setting": (lambda: Setting(95), "between 0 and 1"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_it_is_refused_in_a_sentence(name):
    call, sentence = WRONG[name]
    with pytest.raises(ParameterError, match=sentence) as refusal:
        call()
    assert refusal.value.field


@pytest.mark.parametrize("missing", ["null", "NULL", "N/A", "#N/A", "n/a", "NaN", float("nan")])
def test_missing_cells_are_left_out_everywhere(missing):
    column = [*BITS * 10, missing]
    assert estimate(column, "1/4").missing == 1
    rows = {"a": column, "b": [*([0, 1] * 20), 1], "age": [each % 3 for each in range(41)]}
    assert crosstab(rows, "a", "b", "1/4").missing == 1
    assert regress(rows, "b", ["age"], "1/4").missing == 0
    rows |= {"age": [*range(1, 41), missing]}
    assert regress(rows, "b", ["age"], "1/4").missing == 1
    assert regress(rows, "b", gamma="1/4", weights="age").missing == 1


def test_an_option_that_is_written_as_missing_is_one():
    options = ["null", "N/A", "yes"]
    found = estimate([*options, None], "1/4", kind="choice", options=options)
    assert found.missing == 1 and found.rows[0]["respondents"] == 3
