"""Reads the file of a signed statement, cosigned or not."""

from pathlib import Path

import click

from survey.core.responses.statement import NOT_A_STATEMENT
from survey.errors import DataError
from survey.wire.cosigned_note import CosignedNote, read_cosigned_note

MOST_BYTES = 1_000_000


def read_note_file(path: Path) -> CosignedNote:
    """The note in a file; raises BadParameter for an unreadable file, DataError for no note."""
    try:
        with path.open("rb") as file:
            content = file.read(MOST_BYTES + 1)
    except OSError as error:
        raise click.BadParameter(f"{path} cannot be read: {error.strerror}.") from None
    try:
        if len(content) <= MOST_BYTES:
            return read_cosigned_note(content.decode())
    except UnicodeDecodeError:
        pass
    raise DataError(NOT_A_STATEMENT)
