"""The covariates of a regression among the columns of a table."""

from dataclasses import dataclass

from survey.core.library.column_values import MISSING
from survey.core.library.covariates import design_columns, text_among_numbers
from survey.exports.reading.column_questions import document_of
from survey.exports.reading.csv_table import CsvTable, printable


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
        """Whether the column's cells are indices of options, and not quantities."""
        return "kind" in self.settings and "options" in document_of(self.settings)

    def read(self, cells: list[str]) -> str | None:
        cell = cells[self.place].strip()
        return None if cell.lower() in MISSING else cell

    def warnings(self, cells: list[str]) -> list[str]:
        """What a reader of the coefficients should know of this column."""
        name, text = printable(self.name), None if self.in_words else text_among_numbers(cells)
        noise = (
            f"{name} was itself randomized: its noise pulls the coefficient towards 0. Explain the "
            "answer by what is known without randomization."
        )
        groups = (
            f"{name} was read as groups, since a cell is no number: the first one is {text!r}. "
            "Correct it if numbers are meant."
        )
        return [noise] * self.randomized + [groups] * bool(text)

    def columns(self, cells: list[str]) -> dict[str, list[float]]:
        """The columns of the design by their names; no cell may be missing."""
        return design_columns(self.name, cells, printable(self.name), self.in_words)


def covariates_of(table: CsvTable, names: list[str]) -> list[Covariate]:
    """The named columns of a table; raises DataError for one that it does not have."""
    if not names:
        return []
    return [
        Covariate(table.names[place], place, table.settings.get(table.names[place], {}))
        for place in table.places(names)
    ]
