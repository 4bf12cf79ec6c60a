"""A relation as JSON and CSV: the cross-table's own figures, null where there are none."""

import csv
import io
import json
from fractions import Fraction

import pytest

from survey.core.instrument.instrument import Question
from survey.core.kinds.registry import KINDS
from survey.core.results.crosstab import CrossTable, Relation
from survey.exports.csv_lines import plain_csv
from survey.exports.relation_values import COLUMNS, DEFINITIONS, relation_document, relation_rows

QUARTER = Fraction(1, 4)
YEARS = Question("Your year?", Fraction(9, 20), KINDS["choice"], ("First", "Second", "Later"))
NOTES = Question("Whose notes?", Fraction(2, 5), KINDS["choice"], ("Mine", "A friend's", "None"))
CHEATED = Question("Did you cheat?", QUARTER)
HOURS = Question("How many hours?", QUARTER, KINDS["number"], low=0, high=40)
FAIR = Question("How fair was it?", Fraction(2, 5), KINDS["rating"], low=1, high=5)

TWO = ((30, 20), (10, 40), (12, 8))
FIVE = ((3, 1, 4, 1, 5), (9, 2, 6, 5, 3), (5, 8, 9, 7, 9))
SHARES = ("joint", "conditional", "difference")


def relate(first, second, counts, confidence=0.9) -> Relation:
    table = CrossTable(first.items("q1")[0], second.items("q2")[0], counts, confidence)
    return Relation(table, first, second)


RELATIONS = {
    "yes/no": relate(NOTES, CHEATED, TWO),
    "number": relate(YEARS, HOURS, TWO),
    "rating": relate(YEARS, FAIR, FIVE),
    "choice": relate(YEARS, NOTES, ((1, 2, 3), (4, 0, 5), (6, 7, 8))),
    "a share below 0": relate(NOTES, CHEATED, ((30, 20), (10, 40), (0, 1))),
    "nobody": relate(YEARS, HOURS, ((0, 0),) * 3),
}
every_relation = pytest.mark.parametrize("name", RELATIONS)


def rows_of(relation, quantity) -> list[dict]:
    rows = relation_document(relation)["rows"]
    return [row for row in rows if row["quantity"] == quantity]


def figures(row) -> tuple:
    """The estimate and the ends of its interval: all that may be null."""
    return row["estimate"], row["guaranteed_low"], row["guaranteed_high"]


def expected(estimate, ends) -> tuple:
    return estimate, *(ends or (None, None))


def test_columns_keys_and_definitions():
    assert COLUMNS == (
        "quantity", "group", "reference", "option", "respondents",
        "estimate", "guaranteed_low", "guaranteed_high", "likelihood_low", "likelihood_high",
    )  # fmt: skip
    assert list(relation_document(RELATIONS["number"])) == [
        "first", "second", "gammas", "respondents", "confidence", "cap", "counts", "rows",
        "definitions",
    ]  # fmt: skip
    assert set(DEFINITIONS) == {*SHARES, "guaranteed", "likelihood"}


@every_relation
def test_the_same_keys_whether_or_not_there_are_figures(name):
    document = relation_document(RELATIONS[name])
    assert list(document) == list(relation_document(RELATIONS["yes/no"]))
    assert all(tuple(row) == COLUMNS for row in document["rows"])
    assert tuple(dict.fromkeys(row["quantity"] for row in document["rows"])) == SHARES


def test_the_head_says_what_was_related():
    document = relation_document(RELATIONS["number"])
    assert document["first"] == {"item": "q1", "labels": ["First", "Second", "Later"]}
    assert document["second"] == {"item": "q2", "labels": ["rounded to 0", "rounded to 40"]}
    assert document["gammas"] == ["9/20", "1/4"]
    assert (document["respondents"], document["confidence"]) == (120, 0.9)
    assert document["counts"] == [[30, 20], [10, 40], [12, 8]]


@every_relation
def test_json_holds_no_nan_and_reads_back_the_same(name):
    document = relation_document(RELATIONS[name])
    assert json.loads(json.dumps(document, allow_nan=False)) == document


@every_relation
def test_csv_rows_are_the_document(name):
    relation = RELATIONS[name]
    table = list(csv.reader(io.StringIO(plain_csv(COLUMNS, relation_rows(relation)))))
    assert tuple(table[0]) == COLUMNS
    rows = [
        ["" if cell is None else str(cell) for cell in row.values()]
        for row in relation_document(relation)["rows"]
    ]
    assert table[1:] == rows


@every_relation
def test_shares_are_those_of_the_cross_table(name):
    relation = RELATIONS[name]
    table = relation.table
    groups, options = relation.groups, relation.options
    places = [(a, b) for a in range(len(groups)) for b in range(len(options))]
    for (a, b), row in zip(places, rows_of(relation, "joint"), strict=True):
        assert (row["group"], row["reference"], row["option"]) == (groups[a], "", options[b])
        assert row["respondents"] == table.counts[a][b]
        if table.joint is None:
            assert figures(row) == (None, None, None)
        else:
            assert figures(row) == expected(table.joint[a][b], table.joint_interval(a, b))
    for (a, b), row in zip(places, rows_of(relation, "conditional"), strict=True):
        assert (row["group"], row["reference"], row["option"]) == (groups[a], "", options[b])
        assert figures(row) == expected(table.conditional(a, b), table.conditional_interval(a, b))
        likely = table.likelihood_interval(a, b)
        assert (row["likelihood_low"], row["likelihood_high"]) == (likely or (None, None))
    later = [(a, b) for a, b in places if a > 0]
    for (a, b), row in zip(later, rows_of(relation, "difference"), strict=True):
        assert (row["group"], row["reference"], row["option"]) == (groups[a], groups[0], options[b])
        assert figures(row) == expected(
            table.difference(a, 0, b), table.difference_interval(a, 0, b)
        )


def test_nobody_has_no_figure_at_all():
    rows = relation_document(RELATIONS["nobody"])["rows"]
    assert {figures(row) for row in rows} == {(None, None, None)}


def test_a_share_below_0_has_a_joint_estimate_and_no_share_within():
    # 1 report of 101 for it: (1/101 − 1/11)/(8/11) = −45/404
    relation = RELATIONS["a share below 0"]
    assert relation.table.marginal[2] == pytest.approx(-45 / 404)
    within = [row for row in rows_of(relation, "conditional") if row["group"] == "None"]
    assert [row["estimate"] for row in within] == [None, None]
    assert None not in [row["estimate"] for row in rows_of(relation, "joint")]
