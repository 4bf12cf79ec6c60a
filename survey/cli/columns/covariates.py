"""Covariates of a regression: numbers as they are, texts as a 0/1 column for all but the first."""

from dataclasses import dataclass

from survey.cli.columns.column_spec import document_of
from survey.cli.columns.csv_table import CsvTable, printable
from survey.core.kinds.kind import MOST_OPTIONS
from survey.core.library.column_values import MISSING
from survey.errors import DataError

# The fit needs squares, which of larger numbers would overflow.
LARGEST = 1e100


@dataclass(frozen=True)
class Covariate:
    """A column of covariates, with its settings if the file is the app's own export."""

    name: str
    place: int
    settings: dict[str, str]

    @property
    def randomized(self) -> bool:
        """Whether its cells are reports, whose noise would pull its coefficient towards 0.

        Files of release 0.1.0 give γ = 1/2 for answers that were not randomized.
        """
        return self.settings.get("gamma", "1/2") != "1/2"

    @property
    def in_words(self) -> bool:
        """Whether its cells are indices of options, which are no quantities."""
        return "kind" in self.settings and "options" in document_of(self.settings)

    def read(self, cells: list[str]) -> str | None:
        cell = cells[self.place].strip()
        return None if cell.lower() in MISSING else cell

    def columns(self, cells: list[str]) -> dict[str, list[float]]:
        """The columns of the design by their names; no cell may be missing."""
        numbers = None if self.in_words else _numbers(cells)
        if numbers is not None:
            return {self.name: numbers}
        levels = sorted(set(cells))
        if len(levels) > MOST_OPTIONS:
            raise DataError(
                f"{printable(self.name)} holds more than {MOST_OPTIONS} different texts: give a "
                "covariate in numbers or in fewer groups."
            )
        return {
            f"{self.name} = {level}": [float(cell == level) for cell in cells]
            for level in levels[1:]
        }


def covariates_of(table: CsvTable, names: list[str]) -> list[Covariate]:
    """The named columns of a table; raises DataError for one that it does not have."""
    if not names:
        return []
    return [
        Covariate(table.names[place], place, table.settings.get(table.names[place], {}))
        for place in table.places(names)
    ]


def _numbers(cells: list[str]) -> list[float] | None:
    """The cells as numbers below LARGEST, a decimal comma allowed; None if one is none."""
    try:
        numbers = [float(cell.replace(",", ".")) for cell in cells]
    except ValueError:
        return None
    # This makes "inf" and "nan" words like any other.
    return numbers if all(abs(number) < LARGEST for number in numbers) else None
