"""The columns of an XLSForm's sheets: which language is read, and what has no counterpart."""

import re
from dataclasses import dataclass

from survey.formats.taken_over import TakenOver
from survey.formats.taken_over import shown
from survey.formats.workbook import Row

_ALIASES = {"caption": "label", "command": "type", "value": "name", "list": "list_name"}

_HINT = "there are no hints; put what matters into the question"
_SKIPPED = "every respondent gets every question, since a skipped one would tell an answer"
_COMPUTED = "nothing is computed from answers, which stay in the respondent's browser"
_MEDIA = "there are no pictures, sounds or films"
_ANSWERED = "every question waits for an answer; “Prefer not to answer” may be one of the options"
_CONSTRAINED = "answers are not checked but for a whole number's range"

# Why a column has no counterpart, by what stands before "::" in its heading.
REASONS = {
    "hint": _HINT,
    "guidance_hint": _HINT,
    "required": _ANSWERED,
    "required_message": _ANSWERED,
    "relevant": _SKIPPED,
    "constraint": _CONSTRAINED,
    "constraint_message": _CONSTRAINED,
    "appearance": "how a question looks follows from its kind",
    "parameters": "options keep their order, and only a range has a start, an end and a step",
    "default": "no answer is chosen beforehand",
    "calculation": _COMPUTED,
    "trigger": _COMPUTED,
    "choice_filter": "every respondent sees every option",
    "image": _MEDIA,
    "big-image": _MEDIA,
    "audio": _MEDIA,
    "video": _MEDIA,
    "media": _MEDIA,
    "form_id": "a survey gets a code of its own",
    "version": "a published survey never changes",
    "label": "groups have no headings",
}
_NAMES = "columns of exports are called q1, q2, … and reports are numbers"
_TRANSLATED = "a survey has one language"
_UNKNOWN = "it has no counterpart here"


@dataclass
class Cells:
    """What of one row is not yet taken over; `take` takes a column's text out of it."""

    place: str
    values: dict[str, str]
    taken: TakenOver

    def __bool__(self) -> bool:
        return bool(self.values)

    def take(self, column: str) -> str:
        return self.values.pop(column, "")

    def leave_out_rest(self) -> None:
        """Lists what nobody took."""
        for column in self.values:
            why = REASONS.get(column.split("::")[0], _UNKNOWN)
            self.taken.leave_out(self.place, shown(column), why)


class Columns:
    """The headings of a sheet.

    Of the columns with labels that one is read which is in the default
    language, else the one without a language, else the first.
    """

    def __init__(self, sheet: str, headings: Row, language: str, taken: TakenOver):
        self.sheet = sheet
        self.taken = taken
        self.names = [_normal(heading) for heading in headings.cells]
        labels = [name for name in self.names if name.split("::")[0] == "label"]
        read = next(
            (name for name in (f"label::{language}", "label", *labels) if name in labels), None
        )
        self._leave_out(labels, read)
        self.names = ["label" if name == read else name for name in self.names]
        if "name" in self.names and sheet != "settings":
            taken.leave_out(f"{sheet} column name", "names", _NAMES)

    def _leave_out(self, labels: list[str], read: str | None) -> None:
        """Blanks the headings of columns that are not read, and lists them."""
        for place, name in enumerate(self.names):
            heading = f"{self.sheet} column {shown(name)}"
            if name in labels and name != read:
                self.taken.leave_out(heading, "translation", _TRANSLATED)
                self.names[place] = f"{name}::"
            elif name and name in self.names[:place]:
                self.taken.leave_out(heading, "column", "another one has the same heading")
                self.names[place] = f"{name}::"

    def __contains__(self, name: str) -> bool:
        return name in self.names

    def cells(self, row: Row) -> Cells:
        """The cells of a row that are not empty, by the names of their columns."""
        values = {}
        for place, text in enumerate(row.cells):
            name = self.names[place] if place < len(self.names) else ""
            if text and not name.endswith("::"):
                values[name or "column without a heading"] = text
        return Cells(f"{self.sheet} row {row.number}", values, self.taken)


def _normal(heading: str) -> str:
    """Label :: English (en) as label::English (en); older files have a single colon."""
    base, *language = re.split(r"\s*::?\s*", heading.strip(), maxsplit=1)
    base = "_".join(base.lower().split())
    return "::".join([_ALIASES.get(base, base), *language])
