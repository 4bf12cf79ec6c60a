"""Each lie that we know has a word for every reader, and a test for every cell."""

import ast
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest
import table_of_lies
from sources import files_of
from table_of_lies import FINDS, LEAVES, READERS, TABLE, UNTOLD, Lie, Verdict, cells

TESTS = Path(__file__).parents[2]


def without_a_word(table: list[Lie], readers: dict[str, str]) -> list[tuple[str, str]]:
    """Lies and readers of which the table says nothing, and readers that there are not."""
    return [(lie.name, each) for lie in table for each in {*readers} ^ {*lie.verdicts}]


def wanted(table: list[Lie]) -> set[tuple[str, str, Verdict]]:
    """The cells that must have a test, as (reader, matter, verdict)."""
    return {
        (reader, lie.matter, verdict)
        for lie in table
        for reader, verdict in lie.verdicts.items()
        if verdict is not UNTOLD
    }


def taken(source: str) -> Iterator[tuple[str, str, Verdict]]:
    """The cells that a test's module takes from the table."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "cells":
            reader, matter, *verdict = node.args
            verdict = [getattr(table_of_lies, ast.unparse(each)) for each in verdict]
            yield ast.literal_eval(reader), ast.literal_eval(matter), *(verdict or [FINDS])


def without_a_test(table: list[Lie]) -> set[tuple[str, str, Verdict]]:
    sources = [path.read_text("utf-8") for path in files_of("tests", "test_*.py")]
    tested = {cell for source in sources if "table_of_lies" in source for cell in taken(source)}
    return wanted(table) - tested


def test_every_lie_has_a_word_for_every_reader():
    assert without_a_word(TABLE, READERS) == []


def test_every_cell_has_a_test():
    assert without_a_test(TABLE) == set()


def test_no_lie_hides_another_of_its_name():
    told = Counter((lie.matter, lie.name) for lie in TABLE)
    assert [each for each, times in told.items() if times > 1] == []


@pytest.mark.parametrize("lie", TABLE, ids=lambda lie: f"{lie.matter}: {lie.name}")
def test_every_lie_is_found_by_somebody(lie):
    assert FINDS in lie.verdicts.values()


def test_a_new_reader_and_a_new_lie_are_missed():
    """The check itself."""
    assert without_a_word(TABLE, READERS | {"another": "another reader"})
    new = Lie("list", "new", dict, {"verify": FINDS})
    assert ("new", "page") in without_a_word([new], READERS)
    verdicts = dict.fromkeys(READERS, UNTOLD)
    untested = Lie("another matter", "new", dict, verdicts | {"page": LEAVES})
    assert without_a_test([untested]) == {("page", "another matter", LEAVES)}


def test_cells_are_those_of_the_table():
    assert len(cells("verify", "list")) == sum(lie.matter == "list" for lie in TABLE)
    assert cells("page", "list").keys() < cells("python", "list").keys()
