"""What `survey answer` remembers of one server, in files that only their owner may read."""

import hashlib
import os
import tempfile
from contextlib import suppress
from pathlib import Path

from survey.store.files import link_durably


def state_file(*names: str) -> Path:
    """The file for what these names name, the server's address among them."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "deniable" / f"{hashlib.sha256(' '.join(names).encode()).hexdigest()}.json"


def keep_instead(file: Path, content: bytes) -> None:
    """In the place of what the file held; nothing of that is left in it."""
    descriptor, draft = tempfile.mkstemp(dir=file.parent)  # mode 600
    with open(descriptor, "wb") as written:
        written.write(content)
        written.flush()
        os.fsync(written.fileno())
    os.replace(draft, file)


def keep_first(file: Path, content: bytes) -> None:
    """Durably and whole; if there is a file already, that one counts."""
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor, draft = tempfile.mkstemp(dir=file.parent)  # mode 600
    try:
        with open(descriptor, "wb") as written:
            written.write(content)
        with suppress(FileExistsError):
            link_durably(Path(draft), file)
    finally:
        os.unlink(draft)
