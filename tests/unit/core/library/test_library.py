"""Lists, numpy arrays, pandas and polars columns give the same, and each its own sort back."""

from fractions import Fraction

import numpy as np
import pandas
import polars
import pytest
from quantities import make_share

from survey.core.intervals.registry import EVERYWHERE
from survey.core.library import crosstab, estimate, randomize, regress
from survey.core.results.crosstab import CrossTable
from survey.errors import ParameterError

QUARTER = Fraction(1, 4)
ONES = [1] * 42 + [0] * 58


def polars_series(values):
    return polars.Series("did", values)


COLUMNS = {
    "list": list,
    "tuple": tuple,
    "numpy": np.array,
    "floats": lambda values: np.array(values, dtype=float),
    "pandas": lambda values: pandas.Series(values, name="did"),
    "booleans": lambda values: pandas.Series(values).astype(bool),
    "nullable": lambda values: pandas.Series(values, dtype="Int64"),
    "polars": polars_series,
}
WITH_MISSING = {
    "list": lambda: [1, None, 0, float("nan"), "", "NA"],
    "numpy": lambda: np.array([1, np.nan, 0, np.nan, np.nan, np.nan]),
    "pandas": lambda: pandas.Series([1, None, 0, None, None, None]),
    "nullable": lambda: pandas.Series([1, None, 0, None, pandas.NA, None], dtype="Int64"),
    "polars": lambda: polars_series([1, None, 0, None, None, None]),
}


@pytest.mark.parametrize("sort", COLUMNS)
def test_estimate_of_any_sort_of_column(sort):
    found = estimate(COLUMNS[sort](ONES), gamma="1/4", intervals="all")
    expected = make_share(100, 42, QUARTER, 0.95)
    assert found.estimate == expected.estimate == pytest.approx(0.34)
    (row,) = found.rows
    assert row == {"of": "Yes", "respondents": 100, "estimate": expected.estimate} | {
        name: expected.interval(name) for name in EVERYWHERE
    }


@pytest.mark.parametrize("sort", WITH_MISSING)
def test_missing_cells_are_counted_and_left_out(sort):
    found = estimate(WITH_MISSING[sort](), "1/4")
    assert (found.rows[0]["respondents"], found.missing) == (2, 4)


def test_an_option_may_be_a_grade_with_a_decimal():
    grades = estimate([1.0, 1.3, 1.0], "1/4", kind="choice", options=["1.0", "1.3"])
    words = estimate(["a", "b", "a"], "1/4", kind="choice", options=["a", "b"])
    assert [row["estimate"] for row in grades.rows] == [row["estimate"] for row in words.rows]


def test_every_kind():
    choice = estimate(["a", "B", "b"], "1/4", kind="choice", options=["a", "b", "c"])
    assert [row["of"] for row in choice.rows] == ["a", "b", "c"]
    assert sum(row["estimate"] for row in choice.rows) == pytest.approx(1)
    rating = estimate([1, 5.0, "3"], "1/4", kind="rating", highest=5)
    assert rating.rows[-1]["of"] == "mean" and rating.rows[-1]["estimate"] == pytest.approx(3)
    number = estimate([0, 1], QUARTER, kind="number", low=10, high=20, intervals="class")
    assert number.estimate == number.rows[0]["estimate"] == 15
    assert list(number.rows[0]) == ["of", "respondents", "estimate", "class"]


@pytest.mark.parametrize(
    "wrong",
    [lambda: estimate([2], "1/4"), lambda: estimate(["maybe"], "1/4"), lambda: estimate([1], 0.25),
     lambda: estimate([1], "1/2"), lambda: estimate([1], "1/4", kind="guess"),
     lambda: estimate([1], "1/4", intervals="wald"), lambda: estimate([1], "1/4", highest=5),
     lambda: estimate(["d"], "1/4", kind="choice", options=["a", "b"]),
     lambda: randomize([1, None], "1/4"),
     lambda: randomize([3], "1/4", kind="number", low=0, high=2),
     lambda: crosstab({"a": [1], "b": [7]}, "a", "b", "1/4")],
)  # fmt: skip
def test_what_is_wrong_is_refused(wrong):
    with pytest.raises(ParameterError):
        wrong()


def test_a_wrong_cell_is_not_repeated():
    with pytest.raises(ParameterError) as refusal:
        estimate([1, "Ann cheated"], "1/4")
    assert "Ann" not in refusal.value.message


@pytest.mark.parametrize("sort", COLUMNS)
def test_reports_come_in_the_sort_of_the_answers(sort):
    answers = COLUMNS[sort](ONES)
    reports = randomize(answers, "1/4", generator=np.random.default_rng(1))
    assert type(reports) is (list if sort == "tuple" else type(answers))
    assert list(reports) == list(randomize(ONES, "1/4", generator=np.random.default_rng(1)))
    assert set(reports) == {0, 1} and len(reports) == 100


def test_reports_of_pandas_keep_index_and_name():
    answers = pandas.Series(["no", "yes"], index=["x", "y"], name="did")
    reports = randomize(answers, "1/4")
    assert list(reports.index) == ["x", "y"] and reports.name == "did"


def test_reports_follow_the_channel_of_each_kind():
    generator = np.random.default_rng(3)
    n = 40_000
    options = ["red", "green", "none"]
    reports = randomize(["red"] * n, "1/4", kind="choice", options=options, generator=generator)
    counts = [reports.count(option) / n for option in options]
    assert counts == pytest.approx([3 / 5, 1 / 5, 1 / 5], abs=0.02)
    ratings = randomize([4] * n, "1/4", kind="rating", highest=5, generator=generator)
    assert ratings.count(4) / n == pytest.approx(3 / 7, abs=0.02)
    bits = randomize([12] * n, "1/4", kind="number", low=10, high=20, generator=generator)
    assert sum(bits) / n == pytest.approx(0.25 + 0.5 * 0.2, abs=0.02)


FRAMES = {
    "dict": dict,
    "pandas": pandas.DataFrame,
    "polars": lambda columns: polars.DataFrame(columns),
}


@pytest.mark.parametrize("sort", FRAMES)
def test_crosstab_of_any_sort_of_frame(sort):
    frame = FRAMES[sort]({"a": [1, 1, 0, 0, None], "b": [1, 0, 0, 0, 1], "c": [1, 1, 1, 1, 1]})
    found = crosstab(frame, "a", "b", ("1/4", "2/5"))
    assert found.missing == 1
    assert isinstance(found.table, CrossTable)
    assert found.table.counts == ((2, 0), (1, 1))
    assert [item.gamma for item in (found.table.first, found.table.second)] == [
        QUARTER,
        Fraction(2, 5),
    ]
    assert [(row["a"], row["b"]) for row in found.rows] == [
        ("No", "No"), ("No", "Yes"), ("Yes", "No"), ("Yes", "Yes"),
    ]  # fmt: skip
    assert found.rows[3]["joint"] == found.table.joint[1][1]
    assert found.rows[3]["share"] == found.table.conditional(1, 1)
    assert found.rows[3]["guaranteed"] == found.table.conditional_interval(1, 1)
    assert found.rows[3]["likelihood"] is None  # of so few it was not tried


def test_crosstab_of_options():
    frame = {"year": ["first", "later", "first"], "did": [1, 0, 0]}
    found = crosstab(frame, "year", "did", "1/4", options={"year": ["first", "later"]})
    assert [row["year"] for row in found.rows] == ["first", "first", "later", "later"]


def test_notebooks_show_escaped_tables_and_terminals_text():
    found = estimate(["<b>", "x"], "1/4", kind="choice", options=["<b>", "x"])
    assert "<th>&lt;b&gt;</th>" in found._repr_html_() and "<b>" not in found._repr_html_()
    assert repr(found).splitlines()[0] == ("2 reports, 0 missing; γ = 1/4, ε = 1.10; 95% intervals")
    table = crosstab({"a": [1, 0], "b": [0, 1]}, "a", "b", "1/4")
    assert "<caption>2 pairs of reports, 0 rows lack one" in table._repr_html_()
    assert "b within a" in repr(table)


def test_nobody_gives_no_estimate():
    found = estimate([None], "1/4")
    assert found.estimate is None and "–" in repr(found)
    assert "–" in repr(crosstab({"a": [], "b": []}, "a", "b", "1/4"))


@pytest.mark.parametrize(
    ("cells", "kind"),
    [
        ([0, 1, 4, 3], {"kind": "rating", "highest": 5}),  # codes
        ([1, 2, 4, 3], {"kind": "rating", "highest": 5}),  # either
        ([0, 2.0, None], {"kind": "choice", "options": ["red", "green", "none"]}),
        (["1", "2"], {"kind": "choice", "options": ["1", "2", "3"]}),
    ],
)
def test_codes_are_not_read_as_labels(cells, kind):
    """A rating column of the app's file had a mean of 1.70 for 3.33, without a word."""
    with pytest.raises(ParameterError, match="coded=True") as refusal:
        estimate(cells, "2/5", **kind)
    assert refusal.value.field == "coded"
    coded = estimate(cells, "2/5", coded=True, **kind)
    assert coded.missing == cells.count(None)


def test_a_column_says_whether_it_holds_codes():
    rating = {"gamma": "2/5", "kind": "rating", "highest": 5}
    codes, ratings = [1, 2, 3, 4] * 10, [2, 3, 4, 5] * 10
    expected = estimate(ratings, **rating).rows
    assert estimate(codes, coded=True, **rating).rows == expected
    assert estimate(ratings, coded=False, **rating).rows == expected
    assert estimate(codes, coded=False, **rating).rows != expected
    assert randomize([1, 2], "1/4", kind="rating", highest=5)  # answers are never codes


def test_groups_are_compared_with_the_first_level_of_a_categorical():
    """They were compared with the first by the alphabet: often, and not never."""
    generator = np.random.default_rng(6)
    levels = ["never", "rarely", "often"]
    cells = [levels[each] for each in generator.integers(0, 3, 300)]
    did = generator.integers(0, 2, 300)
    ordered = {
        "pandas": pandas.DataFrame(
            {"did": did, "how": pandas.Categorical(cells, levels, ordered=True)}
        ),
        "polars": polars.DataFrame(
            {"did": did, "how": polars.Series(cells, dtype=polars.Enum(levels))}
        ),
    }
    for frame in ordered.values():
        terms = [row["term"] for row in regress(frame, "did", ["how"], "2/5").rows]
        assert terms[1:] == ["how = rarely", "how = often"]
    plain = {"did": did, "how": cells}
    terms = [row["term"] for row in regress(plain, "did", ["how"], "2/5").rows]
    assert terms[1:] == ["how = often", "how = rarely"]
    lexical = polars.DataFrame({"did": did, "how": polars.Series(cells, dtype=polars.Categorical)})
    assert len(regress(lexical, "did", ["how"], "2/5").rows) == 3
