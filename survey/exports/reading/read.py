"""Reads the app's own export, whatever its format, as columns with their questions."""

import warnings
from collections.abc import Callable
from dataclasses import replace
from os import PathLike
from pathlib import Path

from survey.core.library.exported import ExportTable
from survey.errors import DataError
from survey.exports.reading.contents import from_datasette, from_json, from_parquet, from_xlsx
from survey.exports.reading.csv_export import from_csv

SQLITE, PARQUET, ZIP = b"SQLite format 3\0", b"PAR1", b"PK\x03\x04"
_READERS = {SQLITE: from_datasette, PARQUET: from_parquet, ZIP: from_xlsx}


def read_export(
    path: str | PathLike[str], codebook: str | PathLike[str] | None = None
) -> ExportTable:
    """The columns of an export: CSV, JSON, Parquet, XLSX or the folder for Datasette.

    Each column of the result, such as `read_export(path)["q1"]`, has its codes, labels, γ and
    kind, and marks responses that were not asked it; `estimate`, `crosstab`, `regress` and `pool`
    of survey.core.library need nothing else. The file's content shows its format. A CSV of
    reports holds no texts: they come from its codebook, which is found in the same folder by its
    digest if `codebook` is in its name, or is named here. Without it, codes stand for options, and
    a warning says so. A JSON is verified first, as `survey verify` does. Raises DataError for a
    file that is no export or was changed, and for a named codebook of another survey;
    FormatUnavailable for Parquet without pyarrow, and OSError.
    """
    found = read_file(Path(path), Path(codebook) if codebook else None)
    if found.unlabelled:
        warnings.warn(found.unlabelled, stacklevel=2)
    return found


def read_file(path: Path, codebook: Path | None = None) -> ExportTable:
    """As `read_export`, without a warning: `unlabelled` of the result has the sentence."""
    reader = whole_reader(path)
    if codebook is not None and reader is not None:
        raise DataError(f"{path} has its own codebook: leave out the other.")
    return replace(reader(path) if reader else from_csv(path, codebook), file=str(path))


def whole_reader(path: Path) -> Callable[[Path], ExportTable] | None:
    """The function that reads this file as a whole; None for CSV, which is read row by row."""
    if path.is_dir():
        return from_datasette
    with path.open("rb") as file:
        start = file.read(16)
    for magic, reader in _READERS.items():
        if start.startswith(magic):
            return reader
    return from_json if start.lstrip(b"\xef\xbb\xbf \t\r\n").startswith(b"{") else None
