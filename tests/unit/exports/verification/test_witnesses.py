"""What is found in cosigned notes beside a list."""

from dataclasses import replace

import pytest
from closed_survey import OTHER_KEY
from doctored_results import OTHER_SURVEY, REOPENED, TRUE, forged, signed
from lies_in_notes import SECOND_CLOSING

from survey.exports.verification.verify import verify
from survey.exports.verification.witnesses import check_witnesses
from survey.wire.cosignature import cosign
from survey.wire.cosigned_note import read_cosigned_note
from survey.wire.keys import SigningKey

FOUND = verify(TRUE.document)
ANNA, BERT = SigningKey("03" * 32), SigningKey("04" * 32)


def by(key: SigningKey, name: str = "anna", seconds: int = 1, survey=TRUE):
    statement = read_cosigned_note(survey.notes[-1]).statement
    return cosign(key, name, statement, seconds)


def noted(*lines, survey=TRUE):
    return read_cosigned_note(survey.notes[-1] + "".join(lines))


def test_a_note_without_witnesses_is_no_fault():
    found = check_witnesses([noted()], FOUND)
    assert (found.cosignatures, found.faults, found.unchecked) == ((), (), ())


def test_each_key_counts_once_by_its_first_line():
    lines = by(ANNA).line, by(ANNA, seconds=2).line, by(BERT, "bert").line
    found = check_witnesses([noted(*lines), noted(by(ANNA, seconds=3).line)], FOUND)
    assert [(each.name, each.seconds) for each in found.cosignatures] == [("anna", 1), ("bert", 1)]
    assert found.faults == ()


def test_who_is_known_was_compared():
    known = ANNA.public.fingerprint
    found = check_witnesses([noted(by(ANNA).line)], FOUND, [known])
    assert (found.compared, found.faults, found.unchecked) == ((known,), (), ())
    found = check_witnesses([noted(by(ANNA).line, by(BERT).line)], FOUND, [known])
    assert "Whose keys have cosigned" in found.unchecked[0]


FAULTS = {
    "a line that does not hold": ([noted(forged(by(ANNA).line))], "does not hold"),
    "one key under two names": (
        [noted(by(ANNA).line, by(ANNA, "other").line)], "anna and other are one key"
    ),
    "the server itself": ([noted(by(TRUE.key).line)], "that is no witness"),
    "of another survey": (
        [noted(by(ANNA, survey=OTHER_SURVEY).line, survey=OTHER_SURVEY)],
        "of another survey or server: hjk567, “All kinds”",
    ),
    "of a copy by another server": (
        [noted(survey=signed(replace(TRUE, key=OTHER_KEY), TRUE.rows))], "survey or server: bcd234"
    ),
    "of another list": (
        [noted(survey=signed(TRUE, TRUE.rows[1:]))], "they prove that there are two lists"
    ),
    "of a later closing": ([noted(survey=REOPENED)], "they prove that there are two lists"),
    "of a closing 2 that follows nothing": (
        [noted(survey=SECOND_CLOSING)], "they prove that there are two lists"
    ),
}  # fmt: skip


@pytest.mark.parametrize("lie", FAULTS)
def test_what_is_wrong_is_told(lie):
    notes, sentence = FAULTS[lie]
    found = check_witnesses(notes, FOUND)
    assert len(found.faults) == 1 and sentence in found.faults[0]


def test_an_earlier_closing_is_told_as_that():
    found = check_witnesses([noted(by(ANNA).line)], verify(REOPENED.document))
    assert found.faults == ("The note is of closing 1, and the list of 2.",)
    assert found.cosignatures == ()


def test_who_was_to_cosign_and_has_not_is_told():
    found = check_witnesses([noted(by(BERT).line)], FOUND, [ANNA.public.fingerprint])
    assert found.faults == (f"{ANNA.public.fingerprint} has not cosigned this list.",)


def test_a_list_without_a_statement_has_no_witness():
    found = check_witnesses([noted(by(ANNA).line)], verify(replace(TRUE, notes=()).document))
    assert found.faults == ("The file has no statement that a note could be of.",)
    assert found.cosignatures == ()


def test_lines_of_other_keys_are_named():
    stranger = "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEg==\n"
    found = check_witnesses([noted(stranger)], FOUND)
    assert found.unchecked == (
        "The signature of witness.example.com/w1, whose key the note does not hold.",
    )
