"""The last comparison of each holder's page with the release, in a file of the instance folder.

The server's start and `survey doctor` write it; the page that shares a survey shows it.
"""

import json
import os
import secrets
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path

from survey.store.files import create_of_instance

FILE = "holder_comparisons.json"


@dataclass(frozen=True)
class HolderComparison:
    """The SHA-256 of the file that a holder served on that day (UTC)."""

    sha256: str
    day: date


class HolderComparisons:
    """The last comparison of each address; an unreadable file counts as none."""

    def __init__(self, folder: Path):
        self._file = folder / FILE

    def last(self, address: str) -> HolderComparison | None:
        """The last comparison of the file at this address, if there was one."""
        with suppress(TypeError, ValueError, KeyError):
            found = self._kept()[address]
            return HolderComparison(str(found["sha256"]), date.fromisoformat(found["day"]))
        return None

    def note(self, compared: Mapping[str, HolderComparison]) -> None:
        """Keeps these comparisons by their addresses; the file is replaced as a whole."""
        added = {
            address: {"sha256": each.sha256, "day": each.day.isoformat()}
            for address, each in compared.items()
        }
        new = self._file.with_name(f"{FILE}.{secrets.token_hex(8)}")
        with os.fdopen(create_of_instance(new), "w", encoding="utf-8") as file:
            json.dump(self._kept() | added, file, indent=1)
        new.replace(self._file)

    def _kept(self) -> dict[str, dict[str, str]]:
        with suppress(OSError, ValueError):
            content = json.loads(self._file.read_text("utf-8"))
            return content if isinstance(content, dict) else {}
        return {}
