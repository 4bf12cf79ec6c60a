"""Finds the codebook of a CSV of reports: the one that is named, or its own in the same folder."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from survey.errors import DataError
from survey.exports.reading.codebook_rows import Row, rows_of
from survey.exports.reading.column_questions import randomized
from survey.exports.reading.csv_table import CsvTable, read_table

DIGEST = "instrument_sha256"


@dataclass(frozen=True)
class Codebook:
    """The rows of a codebook's file, with the digest in its `#` lines; "" if they are gone."""

    file: Path
    digest: str
    rows: Sequence[Row]


@dataclass(frozen=True)
class CodebookSearch:
    """The codebook of some reports, or else those of other surveys in the same folder."""

    found: Codebook | None
    others: Sequence[Path] = ()


def codebook_of(path: Path, table: CsvTable, named: Path | None = None) -> CodebookSearch:
    """The codebook of these reports: the named one, or one in their folder with their digest.

    There it may have any name with `codebook` in it. Raises DataError for a named one with another
    digest. A file that a program wrote again has none.
    """
    if named is not None:
        return CodebookSearch(_named(named, path, table.facts))
    # Release 0.1.0 could also ask without randomizing, which no questionnaire can do now.
    openly = any("kind" in each and not randomized(each) for each in table.settings.values())
    if openly or not table.settings:
        return CodebookSearch(None)
    return _in_folder(path, table.facts.get(DIGEST))


def _named(file: Path, path: Path, facts: Mapping[str, str]) -> Codebook:
    try:
        codebook = _read(file)
    except UnicodeDecodeError as error:
        raise DataError(f"{file} is not text in UTF-8. Save it as CSV (UTF-8).") from error
    if codebook.digest and codebook.digest != facts.get(DIGEST, codebook.digest):
        raise DataError(f"{file} is the codebook of another survey than {path}.")
    return codebook


def _in_folder(path: Path, digest: str | None) -> CodebookSearch:
    others = []
    for file in sorted(path.parent.glob("*codebook*.csv")):
        try:
            found = _digest(file)
        except (OSError, UnicodeDecodeError, DataError):
            continue  # whatever it is, it is not of this survey
        if found and found == digest:
            return CodebookSearch(_read(file))
        others.append(file)
    return CodebookSearch(None, others)


def _digest(file: Path) -> str:
    """The digest in the `#` lines; "" if there is none."""
    with file.open(encoding="utf-8-sig", newline="") as lines:
        return read_table(lines, str(file)).facts.get(DIGEST, "")


def _read(file: Path) -> Codebook:
    with file.open(encoding="utf-8-sig", newline="") as lines:
        table = read_table(lines, str(file))
        return Codebook(file, table.facts.get(DIGEST, ""), rows_of(table))
