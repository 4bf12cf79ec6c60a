"""The statement of a closed survey: its text, and that nothing but such a text is read."""

from base64 import b64encode
from dataclasses import replace
from hashlib import sha256
from itertools import permutations

import pytest
from instruments import make_instrument

from survey.core.responses.statement import closing_of, leaves, parse_statement, state_results
from survey.core.responses.statement_terms import TermLines
from survey.errors import DataError

INSTRUMENT = make_instrument("1/4", "1/4", "2/5")
RESPONSES = [("00" * 16, (1, 0, 1)), ("01" * 16, (0, 0, 1)), ("02" * 16, (1, 1, 0))]
KEY = "17" * 32


def state(responses=RESPONSES, tokens=(120, 3), before=None):
    stated = state_results("bcd234", INSTRUMENT, responses, tokens, KEY, "cd" * 32)
    if not before:
        return stated
    # As earlier releases stated a survey that was opened again.
    return replace(stated, closing=before.closing + 1, follows=before.text_hash, more=TermLines())


def test_text_is_a_checkpoint_and_says_the_rest_line_by_line():
    """The root by hand: three leaves in the order of their hashes."""
    one, two, three = leaves(INSTRUMENT, RESPONSES)
    pair = sha256(b"\1" + one + two).digest()
    root = b64encode(sha256(b"\1" + pair + three).digest()).decode()
    statement = state()
    assert statement.text.splitlines() == [
        "deniable/statement/bcd234/1",
        "3",
        root,
        f'digest "{INSTRUMENT.digest}"',
        f'title "{INSTRUMENT.title}"',
        f"class_size {INSTRUMENT.class_size}",
        "tokens [120,3]",
        "tallies [[1,2],[2,1],[1,2]]",
        f'key "{KEY}"',
        'fingerprint "F2SQ NFS4 NV5S MZFA 4FTR 2866"',
        "follows null",
        f'definitions "{"cd" * 32}"',
        "final true",
    ]


@pytest.mark.parametrize("order", list(permutations(RESPONSES)))
def test_no_order_of_arrival_is_in_it(order):
    assert state(order) == state()


def test_the_next_statement_names_the_one_it_follows():
    first = state(RESPONSES[:2])
    assert state(before=first).follows == sha256(first.text.encode()).hexdigest()


@pytest.mark.parametrize(
    "statement", [state(), state([]), state(tokens=None), state(before=state())]
)
def test_what_is_stated_is_read_again(statement):
    assert parse_statement(statement.text) == statement


def test_a_final_closing_is_the_only_one():
    for changes in ({"closing": 2}, {"closing": 2, "follows": state().text_hash}):
        with pytest.raises(DataError, match="a survey has one closing"):
            parse_statement(replace(state(), **changes).text)


CHANGES = [
    ("bcd234/1", "bcd234/0"), ("bcd234/1", "bcd234/01"), ("bcd234/1", "bcd 234/1"), ("3\n", "03\n"),
    ("\n3\n", "\n4\n"), ("[120,3]", "[120, 3]"), ("[120,3]", "[120]"), ("[120,3]", "[]"),
    ("[120,3]", "[120,3.0]"), ("[120,3]", "[120,true]"), ("[[1,2]", "[[-1,4]"),
    ('title "', 'title ["'),
    ("null", '"null"'), ('"1717', '"1718'), ("F2SQ", "F2SR"), ("follows null\n", ""),
    ("null\n", "null"), ("null\n", "null\n\n"),
    ("digest", "Digest"), ("17", "zz"), ("deniable/statement", "deniable/statements"),
]  # fmt: skip


@pytest.mark.parametrize(("old", "new"), CHANGES)
def test_what_is_not_written_so_is_no_statement(old, new):
    changed = state().text.replace(old, new)
    assert changed != state().text
    with pytest.raises(DataError):
        parse_statement(changed)


@pytest.mark.parametrize(
    "text", ["", "\n\n\n", "[" * 100_000, state().text.replace("T", "\\ud800", 1)]
)
def test_any_other_text_is_no_statement(text):
    with pytest.raises(DataError):
        parse_statement(text)


def test_closing_is_told_by_the_first_line():
    second = state(before=state())
    assert [closing_of(each.text) for each in (state(), second)] == [1, 2]
    for other in ("", "deniable/statement/bcd234/0\n", "deniable/statement/bcd234\n", "1\n"):
        with pytest.raises(DataError):
            closing_of(other)
