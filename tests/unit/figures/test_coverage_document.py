"""The tables of survey/docs/coverage.md are those that tests/figures makes."""

from fractions import Fraction

import pytest
from coverage_document import (
    CONTROL_CELLS,
    DOCUMENT,
    SIZES,
    control_rows,
    coverage_rows,
    difference_table,
    document_tables,
    group_table,
    interval_table,
    main,
    width_rows,
)

QUARTER = Fraction(1, 4)


def words(table: str) -> list[list[str]]:
    return [line.split() for line in table.splitlines()]


def test_rows_of_one_gamma_are_the_documents():
    intervals, *_ = map(words, document_tables())
    for rows in (coverage_rows([QUARTER], SIZES[:3]), width_rows([QUARTER], SIZES)):
        header, *others = words(rows)
        assert header in intervals
        assert len(others) > 3
        assert all(row in intervals for row in others)


def test_first_rows_of_control_questions_are_the_documents():
    """The generator goes on from cell to cell: the first of them come out the same."""
    *_, control = map(words, document_tables())
    assert [list(row) for row in control_rows(CONTROL_CELLS[:2])] == control[3:5]
    assert len(control) == 3 + len(CONTROL_CELLS)


@pytest.mark.exhaustive
def test_tables_of_intervals_and_groups_are_the_documents():
    made = [interval_table(), group_table(), difference_table()]
    assert made == document_tables()[:3]


@pytest.mark.exhaustive
def test_a_quarter_of_the_control_questions_are_the_documents():
    *_, control = map(words, document_tables())
    assert [list(row) for row in control_rows(CONTROL_CELLS[:16])] == control[3:19]


def test_prose_stays_where_tables_are_made_anew(tmp_path, monkeypatch):
    copy = tmp_path / "coverage.md"
    copy.write_text(DOCUMENT.read_text())
    monkeypatch.setattr("coverage_document.DOCUMENT", copy)
    for table in ("interval", "group", "difference", "control"):
        monkeypatch.setattr(f"coverage_document.{table}_table", lambda made=table: f"{made}\n")
    main()
    assert document_tables() == ["interval\n", "group\n", "difference\n", "control\n"]
    prose = [line for line in copy.read_text().splitlines() if line.startswith(("#", "Made by"))]
    assert prose == [
        line for line in DOCUMENT.read_text().splitlines() if line.startswith(("#", "Made by"))
    ]
