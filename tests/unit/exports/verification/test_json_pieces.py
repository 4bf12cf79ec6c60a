"""A file read in pieces is the file read at once: the same values, and the same refusals."""

import io
import json
import random
from typing import Any

import pytest
from closed_survey import make_closed_survey
from hypothesis import given
from hypothesis import strategies as st

from survey.errors import DataError
from survey.exports.verification.json_pieces import read_in_pieces
from survey.exports.verification.listed_entries import ListedEntries
from survey.exports.verification.strict_json import read_strictly

TRUE = make_closed_survey()
EXPORT = TRUE.text.encode()
REFUSED = "This is none."

SCALARS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=4)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=3), inner),
    max_leaves=12,
)
ENTRIES = st.fixed_dictionaries(
    {
        "response_id": st.binary(min_size=16, max_size=16).map(bytes.hex),
        "reports": st.lists(st.none() | st.integers(0, 300), max_size=3),
    }
)
DOCUMENTS = VALUES | st.dictionaries(
    st.sampled_from(["reports", "code", "é", ""]), VALUES | st.lists(ENTRIES | VALUES)
)


def listed(value: Any) -> Any:
    """The same values with lists for what is packed."""
    if isinstance(value, dict) and isinstance(value.get("reports"), ListedEntries):
        return value | {"reports": [as_written(each) for each in value["reports"]]}
    return value


def as_written(entry: Any) -> Any:
    """An entry as its file has it."""
    if isinstance(entry, tuple):
        return {"response_id": entry[0], "reports": list(entry[1])}
    return entry


def written(value: Any) -> str:
    """Tells 1 from 1.0 and true; the order of a response's two fields is not kept."""
    return json.dumps(value, sort_keys=True)


def both_read(content: bytes, piece: int) -> tuple[Any, Any]:
    """What each of the two makes of a file; None if it is refused."""
    found = []
    for read in (
        lambda: listed(read_in_pieces(io.BytesIO(content), REFUSED, piece)),
        lambda: read_strictly(content, REFUSED),
    ):
        try:
            found.append([read()])
        except DataError as error:
            assert error.message == REFUSED
            found.append(None)
    return found[0], found[1]


@given(DOCUMENTS, st.integers(1, 9), st.sampled_from([None, 1]), st.booleans())
def test_any_value_is_read_alike(value, piece, indent, ascii_only):
    text = json.dumps(value, indent=indent, ensure_ascii=ascii_only)
    in_pieces, at_once = both_read(text.encode("utf-8", "surrogatepass"), piece)
    assert written(in_pieces) == written(at_once)


@pytest.mark.parametrize("seed", range(300))
def test_a_damaged_export_is_read_alike(seed):
    chance = random.Random(seed)
    content = bytearray(EXPORT)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(content))
        content[place : place + chance.randint(0, 3)] = chance.choice(
            [b"", b",", b'"', b"}", b"]", b"1e5", b"\xff", b"\\ud800", b"NaN", b"[", b" ", b"-"]
        )
    in_pieces, at_once = both_read(bytes(content), chance.choice([1, 7, 4096]))
    assert written(in_pieces) == written(at_once)


@pytest.mark.parametrize(
    "text",
    ["", " ", "{", "{}x", "{} {}", '{"a":1,}', '{"a":1,"a":2}', '{"reports":[1,]}', "[1,]",
     "\ufeff{}", '{"reports":[}', '{"reports":[1 2]}', '{"reports":[],"reports":[]}', "{1:2}",
     '{"a" 1}', "1e999", '{"reports":["\\ud800"]}',
     '{"reports":[{"response_id":"\\ud800","reports":[]}]}',
     '{"a":' + "[" * 41 + "]" * 41 + "}", "[" * 100_000, "9" * 30],
)  # fmt: skip
def test_no_strict_json_is_refused(text):
    assert both_read(text.encode(), 3) == (None, None)


@pytest.mark.parametrize(
    "text",
    ["{}", " { } ", '{"reports":[]}', "[]", "12", '"a"', "null", "1.5e3 ",
     '{"a":' + "[" * 40 + "]" * 40 + "}"],
)  # fmt: skip
def test_the_least_is_read(text):
    in_pieces, at_once = both_read(text.encode(), 1)
    assert in_pieces == at_once == [json.loads(text)]


def test_an_exports_responses_are_packed():
    entries = read_in_pieces(io.BytesIO(EXPORT), REFUSED)["reports"]
    assert isinstance(entries, ListedEntries)
    assert entries.others == {}
    assert len(entries) == len(TRUE.rows)


def test_a_report_of_255_is_none_and_stays_as_it_is():
    """As a byte, 255 says that the question was not asked."""
    others = [{"response_id": "0" * 32, "reports": [report]} for report in (255, -1, True)]
    assert list(ListedEntries(others)) == others
    (packed,) = ListedEntries([{"response_id": "0" * 32, "reports": [254, None]}])
    assert packed == ("0" * 32, (254, None))
