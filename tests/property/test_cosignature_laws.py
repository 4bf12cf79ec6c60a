"""Cosigned notes, whatever the names, the times and the keys; and whatever becomes of the text."""

from contextlib import suppress

from doctored_results import TRUE
from hypothesis import given
from hypothesis import strategies as st

from survey.errors import DataError
from survey.wire.cosignature import cosign, read_cosignature
from survey.wire.cosigned_note import read_cosigned_note
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement

NOTE = read_cosigned_note(TRUE.notes[0])
TEXT, _, SERVER = NOTE.note.rpartition("\n\n")


# No blanks, controls, formats, private or unassigned characters, and no plus sign.
names = st.text(
    st.characters(categories=("L", "M", "N", "P", "S"), exclude_characters="+"),
    min_size=1,
    max_size=40,
)
cosignatures = st.builds(
    lambda seed, name, seconds: cosign(SigningKey(seed.hex()), name, NOTE.statement, seconds),
    st.binary(min_size=32, max_size=32),
    names,
    st.integers(0, 2**63 - 1),
)


@given(cosignatures)
def test_what_is_written_is_read_again(cosignature):
    assert read_cosignature(cosignature.line.removesuffix("\n")) == cosignature
    assert cosignature.signs(NOTE.statement)


@given(st.lists(cosignatures, max_size=5), st.randoms(use_true_random=False))
def test_a_note_has_all_its_witnesses_in_any_order(witnesses, random):
    lines = [SERVER, *(each.line for each in witnesses)]
    random.shuffle(lines)
    found = read_cosigned_note(f"{TEXT}\n\n{''.join(lines)}")
    assert found.note == NOTE.note
    assert sorted(map(repr, found.cosignatures)) == sorted(map(repr, witnesses))
    assert found.broken == found.unknown == ()


@given(cosignatures, st.data())
def test_an_altered_note_has_fewer_witnesses_or_is_none(cosignature, data):
    """Unless the name alone was altered, which no signature covers."""
    text = NOTE.with_line(cosignature)
    place = data.draw(st.integers(0, len(text) - 1))
    other = data.draw(st.characters(exclude_characters=text[place], codec="utf-8"))
    with suppress(DataError):
        found = read_cosigned_note(text[:place] + other + text[place + 1 :])
        assert found.statement == NOTE.statement
        assert [each.key for each in found.cosignatures] in ([], [cosignature.key])
        if found.cosignatures:
            assert found.cosignatures[0] == cosignature


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_in_a_sentence(text):
    for each in (text, NOTE.note + text, f"{TEXT}\n\n{text}"):
        with suppress(DataError):
            assert read_signed_statement(read_cosigned_note(each).note) == NOTE.statement
