"""The files in which `survey answer` stores its draws for one server; only their owner reads them.

When a function returns, the new file is whole and on disk; until then the old one stays. A
power cut that took a draw back would let the next run draw again.
"""

import hashlib
import json
import os
import tempfile
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from survey.store.files import make_private_folder
from survey.systems import flush, flush_names

# The keys of such files.
WAVES = ({"reports", "threshold"}, {"answered"}, {"response_id"})


def state_file(*names: str) -> Path:
    """The file for these names; one of them is the server's address."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "deniable" / f"{hashlib.sha256(' '.join(names).encode()).hexdigest()}.json"


def keep_first(file: Path, content: bytes) -> None:
    """Writes the file, unless it exists already: the existing one counts."""
    _keep(file, content, os.link)


def keep_instead(file: Path, content: bytes) -> None:
    """Replaces the file's whole content."""
    _keep(file, content, os.replace)


def clear_waves() -> None:
    """Removes what earlier releases kept of waves, but for responses that wait to be sent.

    It is a table of a report for every answer, and of a stored response that it is or its id.
    """
    for file in state_file("").parent.glob("*.json"):
        with suppress(ValueError, OSError):
            kept = json.loads(file.read_bytes())
            if isinstance(kept, dict) and set(kept) in WAVES:
                file.unlink(missing_ok=True)


def _keep(file: Path, content: bytes, name: Callable[[Path, Path], None]) -> None:
    """Writes a draft beside the file, and lets `name` give it the file's name."""
    make_private_folder(file.parent)
    descriptor, path = tempfile.mkstemp(dir=file.parent)  # mode 600
    draft = Path(path)
    try:
        with open(descriptor, "wb") as written:
            written.write(content)
            written.flush()
            flush(written.fileno())
        with suppress(FileExistsError):
            name(draft, file)
    finally:
        draft.unlink(missing_ok=True)
    flush_names(file.parent)
