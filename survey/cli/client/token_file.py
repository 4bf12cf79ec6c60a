"""Reads the CSV file that `survey tokens` wrote."""

import csv
from pathlib import Path

from survey.errors import DataError


def read_tokens(path: Path, count: int) -> list[str]:
    """The first `count` tokens of the file; raises DataError if it has fewer, or no such column."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            tokens = [row["token"] for row in csv.DictReader(file)]
    except (KeyError, UnicodeDecodeError, csv.Error):
        raise DataError(f"{path} has no column “token”: give what `survey tokens` wrote.") from None
    if len(tokens) < count:
        raise DataError(f"{path} has {len(tokens):,} tokens, which is fewer than {count:,}.")
    return tokens[:count]
