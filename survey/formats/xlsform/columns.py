"""The columns of an XLSForm's sheets: their languages, and columns without a counterpart."""

from dataclasses import dataclass, field

from survey.core.instrument.texts import OPTIONAL_TEXTS
from survey.formats import reasons
from survey.formats.import_result import FileQuestionnaire, shown
from survey.formats.xlsform.cells import LONGEST_CELL, SheetRow
from survey.formats.xlsform.headings import normal, says, tag_of
from survey.translations.marked import N_

# Why a column has no counterpart, by the part of its heading before "::".
REASONS = {
    "hint": reasons.HINT,
    "guidance_hint": reasons.HINT,
    "required": reasons.ANSWERED,
    "required_message": reasons.ANSWERED,
    "relevant": reasons.SKIPPED,
    "constraint": reasons.CHECKED,
    "constraint_message": reasons.CHECKED,
    "appearance": reasons.LOOK,
    "parameters": N_("options keep their order, and only a range has a start, an end and a step"),
    "default": reasons.BEFOREHAND,
    "calculation": reasons.COMPUTED,
    "trigger": reasons.COMPUTED,
    "choice_filter": N_("every respondent sees every option"),
    "image": reasons.MEDIA,
    "big-image": reasons.MEDIA,
    "audio": reasons.MEDIA,
    "video": reasons.MEDIA,
    "media": reasons.MEDIA,
    "form_id": N_("a survey gets a code of its own"),
    "version": N_("a published survey never changes"),
    "label": N_("groups have no headings"),
    "openly": reasons.RANDOMIZED,
}
NO_HEADING = "column without a heading"
# Texts that respondents read; each may have a column for each language.
_TRANSLATED = ("label", "form_title", *OPTIONAL_TEXTS)
# In these columns a number is read as the sheet shows it; elsewhere as it was typed.
_TEXTS = {*_TRANSLATED, "name", "known_source"}
_UNKNOWN_LANGUAGE = N_(
    "its heading names no language that is known here; put the code behind it, such as German (de)"
)
_CUT = N_(
    "only the first %(most)s characters of a cell are read, more than fit anywhere",
    most=LONGEST_CELL,
)
_OWN_LANGUAGE = N_("this language is read from another column")


@dataclass
class Cells:
    """The cells of a row that are not yet taken over; `take` takes a column's text out.

    `languages` has the tag of each column of translations, `unread` the texts of columns in other
    languages, `unreadable` the columns whose cells here have no value.
    """

    place: str
    values: dict[str, str]
    taken: FileQuestionnaire
    languages: dict[str, str] = field(default_factory=dict)
    unread: list[tuple[str, str]] = field(default_factory=list)
    unreadable: set[str] = field(default_factory=set)

    def __bool__(self) -> bool:
        return bool(self.values)

    def take(self, column: str) -> str:
        return self.values.pop(column, "")

    def take_label(self) -> str:
        """Takes the label out; if it is empty, takes another language's, and lists that."""
        if label := self.take("label"):
            return label
        others = [(name, text) for name, text in self.values.items() if name in self.languages]
        for name, text in [*others, *self.unread]:
            if name.split("::")[0] == "label":
                why = N_(
                    "it is empty in the language that is read, so %(name)s stands here",
                    name=shown(name),
                )
                self.taken.leave_out(self.place, "label", why)
                return text
        return ""

    def take_translations(self, column: str) -> dict[str, str]:
        """Takes out the translations of a column, by the tags of their languages."""
        columns = [
            name for name in self.values
            if name in self.languages and name.split("::")[0] == column
        ]  # fmt: skip
        return {self.languages[name]: self.take(name) for name in columns}

    def leave_out_rest(self) -> None:
        """Lists the columns that were not taken out."""
        for column in self.values:
            why = REASONS.get(column.split("::")[0], reasons.UNKNOWN)
            self.taken.leave_out(self.place, shown(column), why)


class Columns:
    """The headings of a sheet.

    Of several columns with labels (or with titles, and so on) it reads the one in
    the default language, otherwise the column without a language, otherwise the first. `language`
    is the tag of the column read, "" if it names none. The other columns are translations.
    """

    def __init__(self, sheet: str, headings: SheetRow, language: str, taken: FileQuestionnaire):
        self.sheet = sheet
        self.taken = taken
        self.names = [normal(heading) for heading in headings.cells]
        self.language = tag_of(language)
        self.languages: dict[str, str] = {}
        for base in _TRANSLATED:
            self._read_one(base, language)
        self._leave_out_repeated()
        if "name" in self.names and sheet != "settings":
            taken.leave_out(f"{sheet} column name", "names", reasons.NAMES)

    def _read_one(self, base: str, language: str) -> None:
        """Chooses the column with this heading that is read; the others become translations."""
        columns = [name for name in self.names if name.split("::")[0] == base]
        if not columns:
            return
        # default_language may be en, and the heading English (en).
        same = [name for name in columns if says(name) and says(name) == tag_of(language)]
        wanted = (f"{base}::{language}", *same, base, *columns)
        read = next(name for name in wanted if name in columns)
        self.language = says(read) or self.language
        for place, name in enumerate(self.names):
            if name in columns and (name != read or name in self.names[:place]):
                self._translation(place, name, base)
        self.names = [base if name == read else name for name in self.names]

    def _translation(self, place: int, name: str, base: str) -> None:
        """Notes a column that is a translation; lists any other and blanks its heading."""
        tag = says(name)
        others = {self.languages[each] for each in self.languages if each.split("::")[0] == base}
        if tag and tag != self.language and tag not in others:
            self.languages[name] = tag
        elif name not in self.names[:place]:
            why = _OWN_LANGUAGE if tag or name == base else _UNKNOWN_LANGUAGE
            self.taken.leave_out(f"{self.sheet} column {shown(name)}", "translation", why)
            self.names[place] = f"{name}::"

    def _leave_out_repeated(self) -> None:
        """Lists each repeated heading and blanks it."""
        for place, name in enumerate(self.names):
            if name and name in self.names[:place]:
                heading = f"{self.sheet} column {shown(name)}"
                self.taken.leave_out(heading, "column", N_("another one has the same heading"))
                self.names[place] = f"{name}::"

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def cells(self, row: SheetRow) -> Cells:
        """The cells of a row that are not empty, by the names of their columns; lists cut ones."""
        where = f"{self.sheet} row {row.number}"
        cells = Cells(where, {}, self.taken, self.languages)
        for place, typed in enumerate(row.cells):
            name = self.names[place] if place < len(self.names) else ""
            base = name.split("::")[0]
            text = row.shown.get(place, typed) if base in _TEXTS else typed
            if text and name.endswith("::"):
                cells.unread.append((name.removesuffix("::"), text))
            elif text:
                cells.values[name or NO_HEADING] = text
            if place in row.cut:
                self.taken.leave_out(where, f"rest of {shown(name)}", _CUT)
            if text and place in row.remarks and base in _TEXTS:
                self.taken.leave_out(where, f"form of {shown(name)}", row.remarks[place])
            if place in row.unreadable and not name.endswith("::"):
                cells.unreadable.add(name)
                self.taken.leave_out(where, shown(name or NO_HEADING), row.unreadable[place])
        return cells
