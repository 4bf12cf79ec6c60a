"""A signed statement is a C2SP note, and a note altered in any byte is none."""

import pytest
from instruments import make_instrument

from survey.core.responses.statement import state_results
from survey.errors import DataError
from survey.wire.keys import SignatureKind, SigningKey
from survey.wire.signed_note import read_signed_statement, signed_statement

KEY, OTHER_KEY = SigningKey("01" * 32), SigningKey("02" * 32)
RESPONSES = [("00" * 16, (1, 0, 1)), ("01" * 16, (0, 0, 1))]


def note_of(signer=KEY, named=KEY) -> str:
    instrument = make_instrument("1/4", "1/4", "2/5")
    statement = state_results("bcd234", instrument, RESPONSES, None, named.public.hex, "ab" * 32)
    return signed_statement(signer, statement)


def test_a_signed_statement_is_read_again():
    statement = read_signed_statement(note_of())
    assert statement.key == KEY.public.hex
    assert signed_statement(KEY, statement) == note_of()


def test_every_altered_byte_is_noticed():
    note = note_of().encode()
    for place in range(len(note)):
        altered = note[:place] + bytes([note[place] ^ 1]) + note[place + 1 :]
        with pytest.raises(DataError):
            read_signed_statement(altered.decode(errors="replace"))


def test_another_key_than_the_named_one_signs_nothing():
    with pytest.raises(DataError, match="does not hold"):
        read_signed_statement(note_of(signer=OTHER_KEY))


def test_an_acknowledgement_is_no_signature_of_a_statement():
    note = note_of()
    text = note.rpartition("\n\n")[0] + "\n"
    signature = KEY.sign(
        SignatureKind.ACKNOWLEDGEMENT, text.removeprefix("deniable/statement/").encode()
    )
    assert not KEY.public.verifies(SignatureKind.STATEMENT, text.encode(), signature)


@pytest.mark.parametrize("cut", range(1, 120, 7))
def test_a_truncated_note_is_none(cut):
    with pytest.raises(DataError):
        read_signed_statement(note_of()[:-cut])
