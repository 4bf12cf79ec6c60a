"""The sheet choices of an XLSForm: the options of each list."""

from survey.formats.import_result import FileQuestionnaire, shown, single_line
from survey.formats.xlsform.cells import SheetRow
from survey.formats.xlsform.columns import Columns
from survey.translations.marked import N_


class Choices:
    """The options of each list, and the lists that a question has named."""

    def __init__(self, rows: list[SheetRow], language: str, taken: FileQuestionnaire):
        self.taken = taken
        self.lists: dict[str, list[str]] = {}
        self.translated: dict[str, list[tuple[str, str, str]]] = {}
        self.named: set[str] = set()
        self.broken: dict[str, str] = {}  # the place of an option whose text cannot be read
        if not rows:
            return
        columns = Columns("choices", rows[0], language, taken)
        for row in rows[1:]:
            cells = columns.cells(row)
            list_name, name = cells.take("list_name"), cells.take("name")
            label = cells.take_label()
            if not label and "label" in cells.unreadable:
                self.broken.setdefault(list_name, cells.place)
                continue
            label = label or name
            if list_name and label:
                option = single_line(label)
                self.lists.setdefault(list_name, []).append(option)
                for tag, text in cells.take_translations("label").items():
                    entry = (tag, option, single_line(text))
                    self.translated.setdefault(list_name, []).append(entry)
            else:
                taken.leave_out(cells.place, "row", N_("it names no list or no option"))
            cells.leave_out_rest()

    def options(self, name: str) -> list[str] | None:
        """The options of a list in their order; None if there is no such list."""
        self.named.add(name)
        return self.lists.get(name)

    def translations(self, name: str) -> list[tuple[str, str, str]]:
        """(tag, option, its translation) for every translated option of a list."""
        return self.translated.get(name, [])

    def leave_out_unused(self) -> None:
        """Lists as left out the lists of options that no question named."""
        for name in self.lists:
            if name not in self.named:
                self.taken.leave_out(
                    f"choices list {shown(name)}", "list", N_("no question uses it")
                )
