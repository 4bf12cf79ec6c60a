"""Whatever pages are damaged, every row of the others is read, once."""

import random
import sqlite3
from contextlib import closing

import pytest
from damaged_files import PAGE

from survey.store.sqlite.salvage import Salvage

ROWS = 3000
TABLE = """
    CREATE TABLE response (survey TEXT, response_id TEXT, reports TEXT,
        PRIMARY KEY (survey, response_id)) WITHOUT ROWID
"""


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """A file with a table, and on which page each row lies."""
    path = tmp_path_factory.mktemp("salvage") / "whole.db"
    drawn = random.Random(7)
    ids = {f"{drawn.getrandbits(128):032x}" for _ in range(ROWS)}
    with closing(sqlite3.connect(path, isolation_level=None)) as connection:
        connection.execute(TABLE)
        rows = [(code, each, "[0,1]") for code in ("bcd234", "fgh234") for each in sorted(ids)]
        connection.executemany("INSERT INTO response VALUES (?, ?, ?)", rows)
    return path.read_bytes(), ids


def salvaged(path, code: str = "fgh234") -> tuple[list[str], int]:
    """The ids that are read, in their order, and the number of gaps."""
    with closing(sqlite3.connect(path)) as connection:
        salvage = Salvage(
            connection, "response", "reports, response_id", "response_id", 32,
            16**32 // (path.stat().st_size // 40), "survey = ?", (code,),
        )  # fmt: skip
        return [row[-1] for row in salvage.rows()], salvage.gaps


def test_of_a_whole_file_all_is_read(written, tmp_path):
    path = tmp_path / "whole.db"
    path.write_bytes(written[0])
    assert salvaged(path) == (sorted(written[1]), 0)


@pytest.mark.parametrize("share", [0.02, 0.2, 0.6])
def test_of_damaged_leaves_all_others_are_read(written, tmp_path, share):
    content, ids = bytearray(written[0]), written[1]
    drawn = random.Random(11)
    pages = range(2, len(content) // PAGE)
    leaves = [page for page in pages if content[page * PAGE] == 10]
    whole = set(ids)
    for page in drawn.sample(leaves, int(share * len(leaves))):
        held = bytes(content[page * PAGE : (page + 1) * PAGE])
        whole -= {each for each in ids if b"fgh234" + each.encode() in held}
        content[page * PAGE : (page + 1) * PAGE] = drawn.randbytes(PAGE)
    path = tmp_path / "damaged.db"
    path.write_bytes(content)
    read, gaps = salvaged(path)
    assert len(read) == len(set(read))
    # A key of the tree's own pages above lies in none of the leaves.
    assert set(read) >= whole - separators(written[0], ids)
    assert gaps > 0
    assert len(whole) < len(ids)


def separators(content: bytes, ids: set[str]) -> set[str]:
    inner = [
        content[start : start + PAGE]
        for start in range(PAGE, len(content), PAGE)
        if content[start] == 2
    ]
    return {each for each in ids if any(each.encode() in page for page in inner)}
