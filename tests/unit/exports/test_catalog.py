"""The catalog of exports: each entry is whole, distinct, and in the guide."""

from collections import Counter

import pytest

import survey
from survey.exports.catalog import EXPORTS, Source, offered

GUIDE = survey.__path__[0] + "/docs/how-to/exports.md"


def test_formats_titles_and_addresses_are_distinct():
    for names in (
        [each.format for each in EXPORTS],
        [each.title for each in EXPORTS],
        [each.ending for each in EXPORTS],
        [each.own for each in EXPORTS if each.own],
        [each.public for each in EXPORTS if each.public],
    ):
        assert max(Counter(names).values()) == 1, names


def test_every_export_has_an_address_and_stands_in_the_guide():
    with open(GUIDE, encoding="utf-8") as file:
        rows = [row for row in file.read().splitlines() if row.startswith("| ")]
    for each in EXPORTS:
        assert each.own or each.public
        assert any(each.title in row and f"`{each.format}`" in row for row in rows)


@pytest.mark.parametrize("each", EXPORTS, ids=lambda each: each.format)
def test_every_export_is_written_in_pieces_of_bytes(exported, each):
    source = Source(
        "bcd234", exported.instrument, lambda: iter(exported.responses), lambda: exported.tally
    )
    content = b"".join(each.encoded(source))
    assert content
    if not each.binary:
        assert exported.instrument.digest in content.decode()
        # What hides it while there are few is what it holds.
        ids = [response_id.encode() for response_id, _ in exported.responses]
        assert all(each_id in content for each_id in ids) == each.reports


def test_what_is_not_installed_is_not_offered(monkeypatch):
    assert len(offered()) == len(EXPORTS)
    monkeypatch.setattr("survey.exports.parquet.find_spec", lambda name: None)
    assert {each.format for each in EXPORTS} - {each.format for each in offered()} == {"parquet"}
