"""The folder for Datasette, opened with sqlite3: readable, recomputable, without a secret."""

import json
import sqlite3
from contextlib import closing

import pytest

from survey.errors import FormatUnavailable
from survey.exports.datasette.folder import write_datasette
from survey.exports.results_csv import estimates_table
from survey.text.glossary import DEFINITIONS

TABLES = {
    "surveys", "questions", "codebook", "reports", "reports_in_words", "tallies", "recomputed",
    "means", "estimates",
}  # fmt: skip


@pytest.fixture
def write(tmp_path):
    """Writes the folder of a survey; a connection to its database, and its metadata."""
    opened = []

    def write(exported, folder=tmp_path / "published"):
        write_datasette(folder, "bcd234", exported.instrument, exported.responses, 0.95)
        assert sorted(path.name for path in folder.iterdir()) == ["bcd234.db", "metadata.json"]
        opened.append(sqlite3.connect(f"file:{folder / 'bcd234.db'}?mode=ro", uri=True))
        return opened[-1], json.loads((folder / "metadata.json").read_text("utf-8"))

    yield write
    for connection in opened:
        connection.close()


def names(connection) -> set[str]:
    query = "SELECT name FROM sqlite_master WHERE type IN ('table', 'view')"
    return {name for (name,) in connection.execute(query)}


def test_tables_and_views(write, exported):
    connection, _ = write(exported)
    assert names(connection) == TABLES
    assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    assert connection.execute("PRAGMA foreign_key_check").fetchall() == []


def test_every_report_has_a_row(write, exported):
    connection, _ = write(exported)
    columns = [item.name for item in exported.instrument.items]
    expected = {
        (response_id, column, code)
        for response_id, reports in exported.responses
        for column, code in zip(columns, reports, strict=True)
    }
    assert set(connection.execute("SELECT * FROM reports")) == expected
    assert len(expected) == 60 * 6


def test_reports_in_words(write, exported):
    connection, _ = write(exported)
    response_id, reports = exported.responses[5]
    query = "SELECT text, label FROM reports_in_words WHERE response_id = ? ORDER BY question"
    words = connection.execute(query, (response_id,)).fetchall()
    assert len(words) == 6
    assert words[1] == ("Whose notes?", exported.instrument.items[1].labels[reports[1]])


def test_tallies_are_those_of_the_reports(write, exported):
    connection, _ = write(exported)
    counted = 'SELECT "column", code, count(*) FROM reports GROUP BY 1, 2'
    stored = "SELECT * FROM tallies WHERE reports > 0"
    assert connection.execute(counted).fetchall() == connection.execute(stored).fetchall()


def test_views_recompute_the_estimates_in_sql(write, exported):
    connection, _ = write(exported)
    found = {
        (column, code): estimate
        for column, code, estimate in connection.execute(
            'SELECT "column", code, estimate FROM recomputed'
        )
    }
    assert {key: found[key] for key in exported.shares} == pytest.approx(exported.shares)
    assert min(exported.shares.values()) < 0
    means = dict(connection.execute("SELECT question, mean FROM means"))
    assert means == pytest.approx(exported.means)


def test_estimates_are_those_of_the_table(write, exported):
    connection, _ = write(exported)
    cursor = connection.execute("SELECT * FROM estimates")
    header, *rows = estimates_table(exported.instrument, exported.tally)
    assert [column[0] for column in cursor.description] == header
    assert [list(row) for row in cursor] == rows


def test_metadata_describes_every_table_and_leaves_the_licence_to_the_instructor(write, exported):
    connection, metadata = write(exported)
    assert metadata["title"] == exported.instrument.title
    assert (metadata["license"], metadata["license_url"], metadata["source"]) == ("", "", "")
    tables = metadata["databases"]["bcd234"]["tables"]
    assert tables.keys() == names(connection)
    for name, table in tables.items():
        assert table["title"]
        assert table["description"]
        columns = [column[0] for column in connection.execute(f"SELECT * FROM {name}").description]
        assert table["columns"].keys() <= set(columns)
    for end in ("low", "high"):
        description = tables["estimates"]["columns"][f"anytime_{end}"]
        assert DEFINITIONS["anytime"] in description
        assert f"{end} end" in description
    assert "nat" in tables["codebook"]["columns"]["epsilon"]
    # Datasette escapes descriptions, and would not escape these.
    assert "_html" not in json.dumps(metadata)


@pytest.mark.parametrize("there", ["bcd234.db", "metadata.json"])
def test_what_is_there_is_not_written_over(exported, tmp_path, there):
    (tmp_path / there).write_text("mine")
    with pytest.raises(FormatUnavailable, match=f"{there} exists already"):
        write_datasette(tmp_path, "bcd234", exported.instrument, exported.responses, 0.95)
    assert [path.name for path in tmp_path.iterdir()] == [there]
    assert (tmp_path / there).read_text() == "mine"


def test_nothing_unfinished_stays_behind(exported, tmp_path):
    def torn():
        yield exported.responses[0]
        assert list(tmp_path.iterdir())
        raise ConnectionError

    with pytest.raises(ConnectionError):
        write_datasette(tmp_path, "bcd234", exported.instrument, torn(), 0.95)
    assert list(tmp_path.iterdir()) == []


def test_the_same_reports_give_the_same_bytes(exported, tmp_path):
    contents = []
    for name in ("a", "b"):
        folder = tmp_path / name
        write_datasette(folder, "bcd234", exported.instrument, exported.responses, 0.95)
        contents.append([path.read_bytes() for path in sorted(folder.iterdir())])
    assert contents[0] == contents[1]
    with closing(sqlite3.connect(tmp_path / "a" / "bcd234.db")) as connection:
        assert connection.execute("PRAGMA freelist_count").fetchone() == (0,)
