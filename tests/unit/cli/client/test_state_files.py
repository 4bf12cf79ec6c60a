"""What a browserless respondent's computer remembers: whole and on disk, or as it was before."""

import errno
import os
import stat
from pathlib import Path

import pytest

from survey.cli.client.state_files import keep_first, keep_instead, state_file

KEEP = [keep_first, keep_instead]


@pytest.fixture
def file(state) -> Path:
    return state_file("http://127.0.0.1:8000/s/bcd234", "digest")


@pytest.fixture
def flushed(monkeypatch) -> list[Path]:
    """What was flushed to the disk, by the name that it had at that moment."""
    done, fsync = [], os.fsync

    def note(descriptor: int) -> None:
        done.append(Path(os.readlink(f"/proc/self/fd/{descriptor}")))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    return done


@pytest.mark.parametrize("keep", KEEP)
def test_file_is_its_owners_alone_and_the_only_one(file, keep):
    keep(file, b"one")
    assert file.read_bytes() == b"one"
    assert list(file.parent.iterdir()) == [file]
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700


def test_the_first_counts_until_it_is_replaced(file):
    keep_first(file, b"first")
    keep_first(file, b"second")
    assert file.read_bytes() == b"first"
    keep_instead(file, b"third")
    assert file.read_bytes() == b"third"
    assert list(file.parent.iterdir()) == [file]


@pytest.mark.parametrize("keep", KEEP)
def test_content_is_on_disk_before_it_is_named_and_its_name_before_it_counts(file, keep, flushed):
    keep(file, b"one")
    draft, folder = flushed
    assert (draft.parent, folder) == (file.parent, file.parent)
    assert draft != file


def test_what_another_run_has_named_is_on_disk_before_it_counts(file, flushed):
    keep_first(file, b"first")
    flushed.clear()
    keep_first(file, b"second")
    assert flushed[-1] == file.parent


@pytest.mark.parametrize(
    ("keep", "fails"),
    [(keep_first, "fsync"), (keep_first, "link"), (keep_instead, "fsync"),
     (keep_instead, "replace")],
)  # fmt: skip
def test_what_cannot_be_written_leaves_all_as_it_was(file, keep, fails, monkeypatch):
    if keep is keep_instead:
        keep_first(file, b"before")
    before = {each: each.read_bytes() for each in file.parent.glob("*")}
    real = getattr(os, fails)

    def full(*arguments):
        monkeypatch.setattr(os, fails, real)
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, fails, full)
    with pytest.raises(OSError, match="No space left"):
        keep(file, b"after")
    assert {each: each.read_bytes() for each in file.parent.iterdir()} == before
