"""Reads the app's own export, whatever its format, as columns with their questions."""

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
    reports holds no texts: they come from its codebook, if one of the same survey is in the same
    folder (`CODE-codebook.csv` beside `CODE-reports.csv`) or is named as `codebook`. A JSON is
    verified first, as `survey verify` does. Raises DataError for a file that is no export or was
    changed, FormatUnavailable for Parquet without pyarrow, and OSError.
    """
    place = Path(path)
    reader = whole_reader(place)
    if codebook is not None and reader is not None:
        raise DataError(f"{place} has its own codebook: leave out the other.")
    read = reader(place) if reader else from_csv(place, Path(codebook) if codebook else None)
    return replace(read, file=str(place))


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
