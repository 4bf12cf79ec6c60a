"""A note with several lines of signatures: the server's, witnesses', and those of strangers."""

import pytest
from doctored_results import OTHER_SURVEY, REOPENED, TRUE, forged

from survey.errors import DataError
from survey.wire.cosignature import cosign
from survey.wire.cosigned_note import read_cosigned_note
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement

NOTE = TRUE.notes[0]
STATEMENT = read_signed_statement(NOTE)
ONE, OTHER = (cosign(SigningKey(each * 32), each, STATEMENT, 1) for each in ("03", "04"))
TEXT, SERVER = NOTE.rpartition("\n\n")[0], NOTE.rpartition("\n\n")[2]
STRANGER = "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEg==\n"


def of(*lines: str) -> str:
    return f"{TEXT}\n\n{''.join(lines)}"


def test_a_servers_own_note_has_no_witness():
    note = read_cosigned_note(NOTE)
    assert (note.text, note.note, note.statement) == (NOTE, NOTE, STATEMENT)
    assert (note.cosignatures, note.broken, note.unknown) == ((), (), ())


@pytest.mark.parametrize(
    "lines",
    [(SERVER, ONE.line, OTHER.line), (ONE.line, SERVER, OTHER.line),
     (ONE.line, OTHER.line, SERVER), (STRANGER, ONE.line, SERVER, OTHER.line)],
)  # fmt: skip
def test_lines_stand_in_any_order(lines):
    note = read_cosigned_note(of(*lines))
    assert note.note == NOTE
    assert note.cosignatures == (ONE, OTHER)
    assert note.is_by(ONE.key) and not note.is_by(TRUE.key.public.hex)


def test_a_line_more_is_read_again():
    note = read_cosigned_note(read_cosigned_note(NOTE).with_line(ONE))
    assert note.cosignatures == (ONE,)
    assert read_cosigned_note(note.with_line(OTHER)).cosignatures == (ONE, OTHER)


def test_keys_that_no_line_holds_are_passed_over_by_name():
    assert read_cosigned_note(of(SERVER, STRANGER)).unknown == ("witness.example.com/w1",)


def test_a_cosignature_that_does_not_hold_is_told_by_name():
    broken = forged(ONE.line)
    note = read_cosigned_note(of(SERVER, broken, OTHER.line))
    assert note.cosignatures == (OTHER,)
    assert note.broken == (ONE.key_name,)


def test_sixteen_signatures_are_read():
    lines = [cosign(SigningKey(f"{each:02}" * 32), "a", STATEMENT, 1) for each in range(10, 40)]
    found = read_cosigned_note(of(SERVER, *(each.line for each in lines)))
    assert list(found.cosignatures) == lines


@pytest.mark.parametrize(
    "text",
    ["", TEXT, of(), of(ONE.line), of(forged(SERVER)), of(SERVER.rstrip("\n")),
     of(SERVER, "no signature\n"), of(SERVER, "\n"), of(SERVER, "— a\tb c\n"), of(f"{SERVER}\r\n"),
     "\n".join(REOPENED.notes), OTHER_SURVEY.notes[0].replace("hjk567", TRUE.code)],
)  # fmt: skip
def test_what_is_no_cosigned_note_is_refused(text):
    with pytest.raises(DataError, match="This is not a statement"):
        read_cosigned_note(text)
