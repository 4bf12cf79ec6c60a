"""The folder of a witness: the key, the name, and every statement that it has cosigned.

An instance's folder is one, too: then it signs with the instance's key.
"""

import os
import secrets
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from survey.app.instance_keys import KEY_FILE, read_signing_key, write_once
from survey.cli.client.state_files import keep_first
from survey.core.responses.statement import Statement
from survey.errors import DataError, ParameterError
from survey.store.files import make_private_folder
from survey.wire.cosignature import Cosignature, checked_name, cosign
from survey.wire.cosigned_note import CosignedNote
from survey.wire.keys import SigningKey
from survey.wire.signed_note import read_signed_statement

NAME_FILE = "witness_name"
COSIGNED_FOLDER = "cosigned"


@dataclass(frozen=True)
class WitnessFolder:
    """A witness who remembers each cosigned statement, and so cosigns only one list of a survey.

    A survey is known by its server's key and its code, whatever closing a statement is of.
    """

    folder: Path
    key: SigningKey
    name: str

    def cosign(self, note: CosignedNote, seconds: int) -> Cosignature:
        """Stores the note, and then signs it; raises DataError if another one is stored.

        If several processes cosign at once, the first one's note counts.
        """
        statement = note.statement
        if statement.key == self.key.public.hex:
            raise DataError(
                "This key has signed the statement itself, and is no witness of it. Let somebody "
                "else cosign, or give another --folder."
            )
        kept = self.folder / COSIGNED_FOLDER / f"{_name_of(statement)}.txt"
        if not self._cosigned(statement):
            keep_first(kept, note.note.encode())
        before = self._cosigned(statement)
        if statement not in before.values():
            path, first = next(iter(before.items()))
            raise DataError(
                f"You have cosigned another list of the survey {statement.code}, root "
                f"{first.short_root}, and its server has signed both. Keep this note and {path}: "
                "they prove that there are two lists."
            )
        return cosign(self.key, self.name, statement, seconds)

    def _cosigned(self, statement: Statement) -> dict[Path, Statement]:
        """The statements of this survey that the folder holds.

        Earlier releases named the files by the closing, too, and kept several of one survey.
        """
        files = sorted((self.folder / COSIGNED_FOLDER).glob("*.txt"))
        found = {file: _read(file) for file in files}
        return {file: each for file, each in found.items() if each.survey == statement.survey}


def _read(file: Path) -> Statement:
    try:
        return read_signed_statement(file.read_text("utf-8"))
    except (DataError, UnicodeDecodeError):
        raise DataError(
            f"{file} is damaged: it is no statement that you have cosigned. Restore it, since you "
            "may cosign no second list of its survey."
        ) from None


def _name_of(statement: Statement) -> str:
    return sha256(" ".join(statement.survey).encode()).hexdigest()


def default_folder() -> Path:
    """The folder of a witness who gives no folder."""
    data = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share"
    return Path(data) / "deniable" / "witness"


def open_witness(folder: Path, name: str | None) -> WitnessFolder:
    """The witness of a folder; the first use makes its key (mode 600) and stores its name.

    Raises ParameterError if the name is missing or another one is stored, and ConfigError if
    others can read the key.
    """
    kept = folder / NAME_FILE
    if not kept.exists():
        if name is None:
            raise ParameterError(
                "This witness has no name yet: give one with --name, such as "
                "physics.example.org/berg."
            )
        content = checked_name(name).encode()
        make_private_folder(folder)
        keep_first(kept, content)
    found = kept.read_text("utf-8")
    if name not in (None, found):
        raise ParameterError(
            f"This key cosigns as {found}, and a key has one name. Leave --name out, or give "
            "another --folder."
        )
    write_once(folder / KEY_FILE, secrets.token_hex(32))  # any 32 bytes are a signing key
    return WitnessFolder(folder, read_signing_key(folder / KEY_FILE), found)
