"""The file that --output names: it is written whole, or what was there stays."""

import errno
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from survey.systems import real_path

_STANDARD_OUTPUT = {"-", "/dev/stdout", "/dev/fd/1"}
_DESCRIPTORS = "/dev/fd"
# The errors of a folder that takes no new file, or of a file that no other can replace.
_FIXED = {errno.EACCES, errno.EPERM, errno.EROFS, errno.EBUSY, errno.EXDEV}


def is_stream(target: Path) -> bool:
    """Whether this is standard output, a device or a pipe, beside which no file belongs."""
    if str(target) in _STANDARD_OUTPUT or str(target.parent) == _DESCRIPTORS:
        return True
    return target.exists() and not target.is_file() and not target.is_dir()


def write_output(target: Path, pieces: Iterable[bytes]) -> None:
    """Writes the file whole, or leaves what was there; raises OSError with its name.

    The file keeps its owner, its mode and its other names. A stream gets the pieces as they come.
    """
    if is_stream(target):
        _stream(target, pieces)
        return
    try:
        place = real_path(target)  # what a link leads to, so that the link stays
        if place.exists():
            with place.open("r+b"):  # who may not change it may not replace it either
                pass
        with _draft(place) as draft:
            with draft.open("wb") as file:
                file.writelines(pieces)
            if not _replaced(place, draft):
                _overwrite(place, draft.read_bytes())
    except OSError as error:
        error.filename = str(target)
        raise


def _stream(target: Path, pieces: Iterable[bytes]) -> None:
    if str(target) in _STANDARD_OUTPUT:
        sys.stdout.flush()
        sys.stdout.buffer.writelines(pieces)
        sys.stdout.buffer.flush()
        return
    # Of a descriptor a copy, since a new one would begin at the beginning of its file.
    copied = str(target.parent) == _DESCRIPTORS and target.exists()
    with open(os.dup(int(target.name)) if copied else target, "wb") as stream:
        stream.writelines(pieces)


@contextmanager
def _draft(place: Path) -> Iterator[Path]:
    """A new file beside `place`, or in the temporary folder if its folder takes none."""
    draft = place.with_name(f"{place.name}.{secrets.token_hex(8)}.part")
    try:
        draft.open("xb").close()
    except OSError as error:
        if error.errno not in _FIXED or not place.exists():
            raise
        descriptor, name = tempfile.mkstemp()
        os.close(descriptor)
        draft = Path(name)
    try:
        yield draft
    finally:
        draft.unlink(missing_ok=True)


def _replaced(place: Path, draft: Path) -> bool:
    """Replaces the file, unless it would then lose its owner, its group or another name."""
    if place.exists():
        old, new = place.stat(), draft.stat()
        if (old.st_uid, old.st_gid, old.st_nlink) != (new.st_uid, new.st_gid, 1):
            return False
        shutil.copymode(place, draft)
    try:
        os.replace(draft, place)
    except OSError as error:
        if error.errno in _FIXED:
            return False
        raise
    return True


def _overwrite(place: Path, content: bytes) -> None:
    """Writes over the file; puts its former content back if that fails, as on a full disk."""
    former = place.read_bytes()
    try:
        _fill(place, content)
    except OSError:
        with suppress(OSError):
            _fill(place, former)
        raise


def _fill(place: Path, content: bytes) -> None:
    with place.open("r+b") as file:
        file.write(content)
        file.truncate()
