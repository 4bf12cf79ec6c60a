"""Grids of an XLSForm: one stem above several rows, each of which is a question.

The stem is the label of a row that shows only its options (the appearance `label`), and the rows
below it have the appearance `list-nolabel`; or it is that of a group with the appearance
`table-list`.
"""

from survey.formats.list_lines import SENTENCE_ENDS
from survey.formats.xlsform.columns import Cells
from survey.translations.marked import N_

HEADING = N_("it asks nothing: its text stands before that of each row below it")
LACKS_STEM = N_("the heading of its grid has no text in this language")

_ROW = {"list-nolabel", "nolabel"}


class Grid:
    """The stem of the open grid, by the columns with its texts; empty outside a grid."""

    def __init__(self) -> None:
        self.stem: dict[str, str] = {}
        self.whole_group = False

    def begin_group(self, cells: Cells) -> None:
        """Stores the stem of a group that is a grid; any other group ends an open grid."""
        self.end()
        if "table-list" in _appearance(cells):
            self._note(cells)
            self.whole_group = True

    def end(self) -> None:
        self.stem, self.whole_group = {}, False

    def begins_at(self, cells: Cells) -> bool:
        """Whether the row is only the heading of a grid; if so, stores its stem."""
        if "label" not in _appearance(cells):
            return False
        self.end()
        self._note(cells)
        return True

    def join(self, cells: Cells) -> None:
        """Puts the stem before the texts of a row in the grid; another row ends the grid."""
        appearance = _appearance(cells)
        if not self.whole_group and _ROW.isdisjoint(appearance):
            self.end()
        if not self.stem:
            return
        if appearance <= _ROW:
            cells.take("appearance")
        if text := cells.take_label():
            cells.values["label"] = joined(self.stem.get("label", ""), text)
        for column in [each for each in cells.values if _is_translation(each, cells)]:
            if stem := self.stem.get(column):
                cells.values[column] = joined(stem, cells.values[column])
            else:
                cells.take(column)
                cells.taken.leave_out(cells.place, column, LACKS_STEM)

    def _note(self, cells: Cells) -> None:
        self.stem = {"label": label} if (label := cells.take_label()) else {}
        for column in [each for each in cells.values if _is_translation(each, cells)]:
            self.stem[column] = cells.take(column)
        cells.take("appearance")


def joined(stem: str, row: str) -> str:
    """The stem of a grid and a row of it as one text: "How often did you: cheat"."""
    if not stem:
        return row
    return f"{stem} {row}" if stem.endswith(SENTENCE_ENDS) else f"{stem.rstrip(' :')}: {row}"


def _appearance(cells: Cells) -> set[str]:
    return set(cells.values.get("appearance", "").lower().split())


def _is_translation(column: str, cells: Cells) -> bool:
    return column in cells.languages and column.split("::")[0] == "label"
