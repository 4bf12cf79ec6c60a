"""What `survey answer` remembers of one server, in files that only their owner may read.

Such a file is there whole and on disk when its function returns, or as it was before:
a power cut that took a draw back would let the next run draw anew.
"""

import hashlib
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from survey.store.files import make_private_folder


def state_file(*names: str) -> Path:
    """The file for what these names name, the server's address among them."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "deniable" / f"{hashlib.sha256(' '.join(names).encode()).hexdigest()}.json"


def keep_first(file: Path, content: bytes) -> None:
    """Keeps this, unless there is a file already: then that one counts."""
    _keep(file, content, os.link)


def keep_instead(file: Path, content: bytes) -> None:
    """Keeps this in the place of what the file held; nothing of that is left in it."""
    _keep(file, content, os.replace)


def _keep(file: Path, content: bytes, name: Callable[[Path, Path], None]) -> None:
    """Writes a draft beside the file, and lets `name` give it the file's name."""
    make_private_folder(file.parent)
    descriptor, path = tempfile.mkstemp(dir=file.parent)  # mode 600
    draft = Path(path)
    try:
        with open(descriptor, "wb") as written:
            written.write(content)
            written.flush()
            os.fsync(written.fileno())
        with suppress(FileExistsError):
            name(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    _flush_names(file.parent)


def _flush_names(folder: Path) -> None:
    """Brings to the disk which files are in the folder: also those that another run named."""
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
