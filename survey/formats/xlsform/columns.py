"""The columns of an XLSForm's sheets: which language is read, and what has no counterpart."""

import re
from dataclasses import dataclass, field

from survey.core.instrument.language_tags import language_tag
from survey.core.instrument.texts import OPTIONAL_TEXTS
from survey.formats import reasons
from survey.formats.taken_over import FileQuestionnaire, shown
from survey.formats.xlsform.cells import LONGEST_CELL, SheetRow

_ALIASES = {"caption": "label", "command": "type", "value": "name", "list": "list_name"}


# Why a column has no counterpart, by what stands before "::" in its heading.
REASONS = {
    "hint": reasons.HINT,
    "guidance_hint": reasons.HINT,
    "required": reasons.ANSWERED,
    "required_message": reasons.ANSWERED,
    "relevant": reasons.SKIPPED,
    "constraint": reasons.CHECKED,
    "constraint_message": reasons.CHECKED,
    "appearance": reasons.LOOK,
    "parameters": "options keep their order, and only a range has a start, an end and a step",
    "default": reasons.BEFOREHAND,
    "calculation": reasons.COMPUTED,
    "trigger": reasons.COMPUTED,
    "choice_filter": "every respondent sees every option",
    "image": reasons.MEDIA,
    "big-image": reasons.MEDIA,
    "audio": reasons.MEDIA,
    "video": reasons.MEDIA,
    "media": reasons.MEDIA,
    "form_id": "a survey gets a code of its own",
    "version": "a published survey never changes",
    "label": "groups have no headings",
    "openly": reasons.RANDOMIZED,
}
# What respondents read, which may have a column for each language.
_TRANSLATED = ("label", "form_title", *OPTIONAL_TEXTS)
_LANGUAGE = re.compile(r".*\((?P<code>[^()]*)\)")
_UNKNOWN_LANGUAGE = "its heading has no language's code, such as German (de)"
_CUT = f"only the first {LONGEST_CELL:,} characters of a cell are read, more than fit anywhere"
_OWN_LANGUAGE = "this language is read from another column"


@dataclass
class Cells:
    """The cells of a row that are not yet taken over; `take` takes a column's text out.

    `languages` has the tag of each column that is a translation.
    """

    place: str
    values: dict[str, str]
    taken: FileQuestionnaire
    languages: dict[str, str] = field(default_factory=dict)

    def __bool__(self) -> bool:
        return bool(self.values)

    def take(self, column: str) -> str:
        return self.values.pop(column, "")

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
    the default language, else the one without a language, else the first. `language`
    is the tag of that one, "" if it names none. The others are translations.
    """

    def __init__(self, sheet: str, headings: SheetRow, language: str, taken: FileQuestionnaire):
        self.sheet = sheet
        self.taken = taken
        self.names = [_normal(heading) for heading in headings.cells]
        self.language = tag_of(language)
        self.languages: dict[str, str] = {}
        for base in _TRANSLATED:
            self._read_one(base, language)
        self._leave_out_repeated()
        if "name" in self.names and sheet != "settings":
            taken.leave_out(f"{sheet} column name", "names", reasons.NAMES)

    def _read_one(self, base: str, language: str) -> None:
        """Decides which of the columns with this heading is read, and what the others are."""
        columns = [name for name in self.names if name.split("::")[0] == base]
        if not columns:
            return
        # default_language may say en, and the heading English (en).
        same = [name for name in columns if _says(name) and _says(name) == tag_of(language)]
        wanted = (f"{base}::{language}", *same, base, *columns)
        read = next(name for name in wanted if name in columns)
        self.language = _says(read) or self.language
        for place, name in enumerate(self.names):
            if name in columns and (name != read or name in self.names[:place]):
                self._translation(place, name, base)
        self.names = [base if name == read else name for name in self.names]

    def _translation(self, place: int, name: str, base: str) -> None:
        """Notes a column that is a translation; lists any other and blanks its heading."""
        tag = _says(name)
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
                self.taken.leave_out(heading, "column", "another one has the same heading")
                self.names[place] = f"{name}::"

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def cells(self, row: SheetRow) -> Cells:
        """The cells of a row that are not empty, by the names of their columns; lists cut ones."""
        values = {}
        where = f"{self.sheet} row {row.number}"
        for place, text in enumerate(row.cells):
            name = self.names[place] if place < len(self.names) else ""
            if text and not name.endswith("::"):
                values[name or "column without a heading"] = text
            if place in row.cut:
                self.taken.leave_out(where, f"rest of {shown(name)}", _CUT)
        return Cells(where, values, self.taken, self.languages)


def first_language(headings: SheetRow) -> str:
    """The language of the first column with labels; "" if one names none, which is then read."""
    names = [_normal(heading) for heading in headings.cells]
    labels = [name.partition("::")[2] for name in names if name.split("::")[0] == "label"]
    return "" if "" in labels else next(iter(labels), "")


def tag_of(language: str) -> str:
    """The tag of a language as headings name it, "German (de)" or "de"; "" if they name none."""
    if code := _LANGUAGE.fullmatch(language.strip()):
        return language_tag(code["code"]) or ""
    # Only lower case is a code: Ga is the name of one language, ga the code of another.
    return (language_tag(language) or "") if language[:1].islower() else ""


def _says(name: str) -> str:
    """The tag of the language that a heading from `_normal` names; "" if none."""
    return tag_of(name.partition("::")[2])


def _normal(heading: str) -> str:
    """Turns "Label :: English (en)" into "label::English (en)"; older files have one colon."""
    base, colon, language = heading.strip().partition(":")
    base = "_".join(base.lower().split())
    named = f"::{language.removeprefix(':').strip()}" if colon else ""
    return _ALIASES.get(base, base) + named
