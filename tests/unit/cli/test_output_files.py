"""Files of --output: whole or unchanged, and still the same file where they are somebody's."""

import errno
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from survey.cli import output_files
from survey.cli.output_files import write_output


@pytest.fixture
def former(tmp_path) -> Path:
    file = tmp_path / "reports.csv"
    file.write_text("former, and longer")
    file.chmod(0o640)
    return file


def test_a_file_is_replaced_and_keeps_its_mode(former):
    write_output(former, [b"n", b"ew"])
    assert former.read_bytes() == b"new"
    assert former.stat().st_mode & 0o777 == 0o640
    assert list(former.parent.iterdir()) == [former]


@pytest.mark.parametrize("code", [errno.EPERM, errno.EBUSY, errno.EACCES])
def test_a_file_that_no_other_can_replace_is_written_over(former, monkeypatch, code):
    """As another's file in /tmp, or a single file that a container mounts."""

    def fixed(*names):
        raise OSError(code, os.strerror(code))

    monkeypatch.setattr(os, "replace", fixed)
    before = former.stat().st_ino
    write_output(former, [b"new"])
    assert (former.read_bytes(), former.stat().st_ino) == (b"new", before)
    assert list(former.parent.iterdir()) == [former]


def test_another_name_of_the_file_stays_one(former, tmp_path):
    other = tmp_path / "other"
    os.link(former, other)
    write_output(former, [b"new"])
    assert other.read_bytes() == b"new"
    assert other.samefile(former)


def test_a_full_disk_leaves_what_would_be_written_over(former, monkeypatch):
    os.link(former, former.with_name("other"))
    fill, calls = output_files._fill, []

    def full(place, content):
        calls.append(content)
        fill(place, content)
        if len(calls) == 1:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(output_files, "_fill", full)
    with pytest.raises(OSError, match="No space left") as raised:
        write_output(former, [b"new"])
    assert raised.value.filename == str(former)
    assert former.read_text() == "former, and longer"


@pytest.fixture
def refuse(monkeypatch) -> Callable[[str], None]:
    """Lets no file be opened with this letter in its mode."""
    opened = Path.open

    def refuse(letter: str) -> None:
        def refusing(self, mode="r", *more, **options):
            if letter in mode:
                raise PermissionError(errno.EACCES, "Permission denied", str(self))
            return opened(self, mode, *more, **options)

        monkeypatch.setattr(Path, "open", refusing)

    return refuse


def test_a_folder_that_takes_no_file_is_said_or_done_without(former, refuse, tmp_path):
    refuse("x")
    write_output(former, [b"new"])
    assert former.read_bytes() == b"new"
    with pytest.raises(PermissionError) as raised:
        write_output(tmp_path / "none.csv", [b"new"])
    assert raised.value.filename == str(tmp_path / "none.csv")


def test_a_file_that_may_not_be_changed_is_not_replaced(former, refuse):
    refuse("+")
    with pytest.raises(PermissionError):
        write_output(former, [b"new"])
    assert former.read_text() == "former, and longer"


@pytest.mark.parametrize("name", ["-", "/dev/stdout", "/dev/fd/1", "/dev/null", "link"])
def test_streams_are_no_files(former, name, tmp_path):
    """Appending as the shell does: nothing that stood in the file goes, and its place is kept."""
    if name == "link":
        name = str(tmp_path / "null")
        os.symlink(os.devnull, name)
    program = (
        "import pathlib, sys\nfrom survey.cli.output_files import is_stream, write_output\n"
        "print('before')\nwrite_output(pathlib.Path(sys.argv[1]), [b'it', b'self\\n'])\n"
        "print('after', is_stream(pathlib.Path(sys.argv[1])))"
    )
    with former.open("ab") as appending:
        subprocess.run([sys.executable, "-c", program, name], stdout=appending, check=True)
    itself = "" if "null" in name else "itself\n"
    assert former.read_text() == f"former, and longerbefore\n{itself}after True\n"


@pytest.mark.parametrize(
    "command",
    [
        ["backup", "-"],
        ["backup", ""],
        ["backup", "--keys", "-"],
        ["rescue", "-"],
        ["copy", ".", "-"],
        ["export", "bcd234", "--output", ""],
        ["tokens", "bcd234", "--count", "1", "--output", ""],
        ["client", "--output", ""],
        ["export", "bcd234", "--format", "datasette", "--output", "-"],
        ["export", "bcd234", "--format", "datasette", "--output", os.devnull],
    ],
    ids="-".join,
)
def test_a_file_needs_a_name(survey_command, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    outcome = survey_command(*command)
    assert (outcome.code, outcome.out) == (2, "")
    sentences = ("name a file", "name it with --output FOLDER", "the name is empty.")
    assert any(sentence in outcome.err for sentence in sentences)
    assert list(tmp_path.iterdir()) == []
