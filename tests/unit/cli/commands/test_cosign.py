"""survey cosign adds a line for the list that a witness has seen, and for no other."""

import json
import os
import stat
from dataclasses import replace
from hashlib import sha256

import pytest
from closed_survey import OTHER_KEY
from doctored_results import (
    FINAL,
    LATE,
    OTHER_SURVEY,
    REOPENED,
    TRUE,
    flipped,
    forged,
    listed,
    restated,
    signed,
)
from lies import AFTER_FINAL
from lies_in_notes import SECOND_CLOSING

from survey.wire.cosigned_note import read_cosigned_note
from survey.wire.keys import SigningKey

NAME = "physics.example.org/berg"
OTHER_LIST = signed(TRUE, TRUE.rows[1:])


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Where a witness is kept who names no folder."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path / "data" / "deniable" / "witness"


@pytest.fixture
def cosign(survey_command, folder, tmp_path):
    """Runs `survey cosign` on this note and export; the note's file is statement.txt."""

    def run(*more, note=TRUE.notes[0], export=TRUE.document, name=NAME):
        written, listing = tmp_path / "statement.txt", tmp_path / "export.json"
        written.write_text(note, "utf-8")
        listing.write_text(json.dumps(export), "utf-8")
        return survey_command(
            "cosign", written, listing, *(["--name", name] if name else []), *more
        )

    run.note = tmp_path / "statement.txt"
    return run


def witnesses(path):
    return read_cosigned_note(path.read_text("utf-8")).cosignatures


def test_the_note_gets_a_line_and_verify_says_whose(cosign, survey_command, file):
    done = cosign("--root", TRUE.root, "--key", TRUE.fingerprint)
    assert done.code == 0, done.err
    assert f"60 responses, root {TRUE.root}\nSigned by {TRUE.fingerprint}.\n" in done.out
    assert f"Cosigned as {NAME}." in done.out
    (mine,) = witnesses(cosign.note)
    assert f"Your fingerprint (do not send it with this file): {mine.fingerprint}" in done.out
    told = survey_command("verify", file(TRUE.text), "--note", cosign.note)
    assert told.code == 0
    assert f"Cosigned by {NAME}, {mine.fingerprint}, 20" in told.out
    assert "UTC, not compared." in told.out
    assert "Whose keys have cosigned" in told.out
    known = "--note", cosign.note, "--cosigner", mine.fingerprint.lower()
    told = survey_command("verify", file(TRUE.text), *known)
    assert told.code == 0
    assert " UTC.\n" in told.out
    assert "Whose keys have cosigned" not in told.out
    values = json.loads(survey_command("verify", file(TRUE.text), *known, "--format", "json").out)
    assert values["cosigned"] == [
        {"name": NAME, "key": mine.fingerprint, "time": mine.seconds, "compared": True}
    ]


def test_as_json(cosign):
    done = cosign("--format", "json")
    (mine,) = witnesses(cosign.note)
    assert (done.code, done.err) == (0, "")
    assert json.loads(done.out) == {
        "added": True,
        "name": NAME,
        "key": mine.fingerprint,
        "verifier_key": mine.verifier_key,
        "root": TRUE.root,
        "root_compared": False,
        "signed_by": TRUE.fingerprint,
        "signer_compared": False,
        "file": str(cosign.note),
    }


def test_the_first_use_makes_a_key_for_its_owner_alone(cosign, folder):
    assert cosign().code == 0
    for path in [folder, folder / "cosigned"]:
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
    files = [path for path in folder.rglob("*") if path.is_file()]
    assert {path.name for path in files} >= {"signing_key", "witness_name"}
    assert {stat.S_IMODE(path.stat().st_mode) for path in files} == {0o600}
    key = SigningKey((folder / "signing_key").read_text())
    assert [each.key for each in witnesses(cosign.note)] == [key.public.hex]


def test_a_key_that_others_can_read_is_refused(cosign, folder):
    assert cosign().code == 0
    os.chmod(folder / "signing_key", 0o644)
    done = cosign()
    assert done.code == 1 and "chmod 600" in done.err


def test_a_witness_is_named_once(cosign):
    assert cosign(name=None).code == 2
    assert cosign().code == 0
    assert cosign(name=None).code == 0
    done = cosign(name="somebody.else")
    assert done.code == 2 and f"This key cosigns as {NAME}, and a key has one name." in done.err


@pytest.mark.parametrize("name", ["a b", "a+b", "x" * 101])
def test_a_name_that_a_note_cannot_hold_makes_no_witness(cosign, folder, name):
    assert cosign(name=name).code == 2
    assert not folder.exists()


def test_twice_is_once(cosign):
    assert cosign().code == 0
    once = cosign.note.read_text("utf-8")
    done = cosign(note=once, name=None)
    assert done.code == 0 and "You have cosigned it before." in done.out
    assert cosign.note.read_text("utf-8") == once


def test_a_second_witness_stands_behind_the_first_one(cosign, survey_command, file, tmp_path):
    assert cosign().code == 0
    other = "--folder", tmp_path / "other"
    assert cosign(*other, note=cosign.note.read_text("utf-8"), name="b").code == 0
    assert [each.name for each in witnesses(cosign.note)] == [NAME, "b"]
    told = survey_command("verify", file(TRUE.text), "--note", cosign.note)
    assert told.code == 0 and told.out.count("Cosigned by") == 2


def test_notes_that_were_cosigned_apart_are_read_together(cosign, survey_command, file, tmp_path):
    one, other = tmp_path / "one.txt", tmp_path / "other.txt"
    assert cosign("--output", one).code == 0
    assert cosign("--output", other, "--folder", tmp_path / "b", name="b").code == 0
    assert cosign.note.read_text("utf-8") == TRUE.notes[0]
    told = survey_command("verify", file(TRUE.text), "--note", one, "--note", other)
    assert told.code == 0 and told.out.count("Cosigned by") == 2
    told = survey_command("verify", file(TRUE.text), "--note", one, "--note", one)
    assert told.code == 0 and told.out.count("Cosigned by") == 1


def test_an_instances_folder_signs_with_the_instances_key(cosign, tmp_path):
    instance = tmp_path / "instance"
    instance.mkdir(mode=0o700)
    key = instance / "signing_key"
    key.write_text(OTHER_KEY.seed)
    key.chmod(0o600)
    assert cosign("--folder", instance).code == 0
    assert [each.key for each in witnesses(cosign.note)] == [OTHER_KEY.public.hex]


def test_a_server_is_no_witness_of_itself(cosign, tmp_path):
    own = tmp_path / "own"
    assert cosign("--folder", own).code == 0
    (own / "signing_key").write_text(TRUE.key.seed)
    done = cosign("--folder", own)
    assert done.code == 1 and "is no witness of it" in done.err


REFUSED = {
    "an altered list": {"export": listed(flipped(TRUE.rows))},
    "a shorter list": {"export": listed(TRUE.rows[1:])},
    "another signed list": {"export": OTHER_LIST.document},
    "a note of another list": {"note": OTHER_LIST.notes[0]},
    "a note of another survey": {"note": OTHER_SURVEY.notes[0]},
    "a note by another key": {"note": signed(replace(TRUE, key=OTHER_KEY), TRUE.rows).notes[0]},
    "a note of an earlier closing": {"note": TRUE.notes[0], "export": REOPENED.document},
    "a wrong root": {"export": (wrong := restated(TRUE, root="5e" * 32)),
                     "note": wrong["statements"][0]},
    "a forged note": {"note": forged(TRUE.notes[0])},
    "two notes": {"note": "\n".join(REOPENED.notes), "export": REOPENED.document},
    "an open survey": {"export": replace(TRUE, notes=()).document},
    "no note": {"note": "hello"},
    "no text": {"note": "\0"},
    "no export": {"export": {}},
}  # fmt: skip


@pytest.mark.parametrize("lie", REFUSED)
def test_another_list_is_not_cosigned(cosign, folder, lie):
    done = cosign(**REFUSED[lie])
    assert done.code == 1 and done.err.startswith("Error: ") and not done.out
    assert cosign.note.read_text("utf-8") == REFUSED[lie].get("note", TRUE.notes[0])
    assert not folder.exists()


@pytest.mark.parametrize("known", [("--root", "root"), ("--key", "fingerprint")])
def test_another_root_or_key_than_is_known_is_not_cosigned(cosign, known):
    option, name = known
    other = signed(replace(TRUE, key=OTHER_KEY), TRUE.rows[1:])
    done = cosign(option, getattr(other, name))
    assert done.code == 1 and "Nothing is cosigned." in done.err


def test_a_witness_cosigns_one_list_a_survey(cosign, folder):
    """Two lists, both signed by the server: the first one is kept, and both prove it."""
    assert cosign().code == 0
    done = cosign(note=OTHER_LIST.notes[0], export=OTHER_LIST.document)
    assert done.code == 1
    assert f"You have cosigned another list of the survey bcd234, root {TRUE.root}" in done.err
    (kept,) = (folder / "cosigned").iterdir()
    assert kept.name in done.err
    assert kept.read_text("utf-8") == TRUE.notes[0]
    assert witnesses(cosign.note) == ()


def test_surveys_and_servers_are_told_apart(cosign):
    others = [OTHER_SURVEY, signed(replace(TRUE, key=OTHER_KEY), TRUE.rows[1:])]
    for each in [TRUE, *others]:
        assert cosign(note=each.notes[0], export=each.document).code == 0


TRICKS = {
    "closing 2 that follows nothing": SECOND_CLOSING.document,
    "closing 2 that follows nothing, and is final": restated(FINAL, closing=2),
    "a closing after a final one": AFTER_FINAL.document,
    "a closing after the one that was cosigned": REOPENED.document,
    "a closing after one that nobody saw": OTHER_LIST.reopened([*OTHER_LIST.rows, *LATE]).document,
}


@pytest.mark.parametrize("trick", TRICKS)
@pytest.mark.parametrize("final", [False, True])
def test_no_trick_gets_a_second_list_cosigned(cosign, trick, final):
    first, second = (FINAL if final else TRUE), TRICKS[trick]
    assert cosign(note=first.notes[0], export=first.document).code == 0
    done = cosign(note=second["statements"][-1], export=second)
    assert done.code == 1
    assert "one closing" in done.err or (
        f"You have cosigned another list of the survey bcd234, root {TRUE.root}" in done.err
    )
    assert cosign.note.read_text("utf-8") == second["statements"][-1]


def test_a_survey_that_an_earlier_release_opened_again_is_cosigned(cosign):
    assert cosign(note=REOPENED.notes[1], export=REOPENED.document).code == 0
    assert cosign(note=TRUE.notes[0], export=TRUE.document).code == 1


def test_what_an_earlier_release_remembers_by_its_origin_counts(cosign, folder):
    """Its witnesses cosigned each closing of a survey that was opened again."""
    assert cosign(note=OTHER_SURVEY.notes[0], export=OTHER_SURVEY.document).code == 0
    for each in REOPENED.notes:
        named = f"{TRUE.key.public.hex} {each.partition(chr(10))[0]}"
        kept = folder / "cosigned" / f"{sha256(named.encode()).hexdigest()}.txt"
        kept.write_text(each, "utf-8")
    assert cosign(note=OTHER_LIST.notes[0], export=OTHER_LIST.document).code == 1
    for note, export in zip(REOPENED.notes, (TRUE, REOPENED), strict=True):
        assert cosign(note=note, export=export.document).code == 0


def test_a_damaged_memory_is_named(cosign, folder):
    assert cosign().code == 0
    (kept,) = (folder / "cosigned").iterdir()
    kept.write_text("x")
    done = cosign()
    assert done.code == 1 and f"{kept} is damaged" in done.err


def test_others_lines_are_kept(cosign):
    stranger = "— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEg==\n"
    assert cosign(note=TRUE.notes[0] + stranger).code == 0
    assert read_cosigned_note(cosign.note.read_text("utf-8")).unknown == ("witness.example.com/w1",)


def test_a_file_that_is_missing_is_wrong_usage(survey_command, file, tmp_path):
    assert survey_command("cosign", tmp_path / "none.txt", file(TRUE.text)).code == 2
    assert survey_command("cosign", file(TRUE.text), tmp_path / "none.json").code == 2


@pytest.mark.parametrize(
    "options", [["--cosigner", TRUE.fingerprint], ["--note", "none.txt"], ["--cosigner", "x"]]
)
def test_wrong_usage_of_verify_is_code_2(survey_command, file, options):
    assert survey_command("verify", file(TRUE.text), *options).code == 2
