"""XLSForm (xlsform.org): the sheets survey, choices and settings of an .xlsx file.

Beside the standard's columns the reader knows `gamma`, `known` and `known_source` in the sheet
survey, and `class_size`, `one_question_each`, `introduction` and the texts on who asks
in the sheet settings, where texts and `form_title` may have translations, too, as
`form_title::German (de)`.
"""

from typing import Any

from survey.core.instrument.texts import OPTIONAL_TEXTS
from survey.errors import InstrumentInvalid
from survey.formats import reasons
from survey.formats.import_result import KNOWN, FileOmission, FileQuestionnaire, mark, shown
from survey.formats.xlsform.cells import SheetRow, read_sheets
from survey.formats.xlsform.choices import Choices
from survey.formats.xlsform.columns import Cells, Columns
from survey.formats.xlsform.grids import HEADING, Grid
from survey.formats.xlsform.headings import first_language
from survey.formats.xlsform.rows import list_named, question_of
from survey.translations.marked import N_

SHEETS = {"survey", "choices", "settings"}
SETTINGS = (*OPTIONAL_TEXTS, "class_size", "waves_of")

REFERENCE = "${…}"
EMPTY = N_("it is empty, so the name stands here")
UNREAD = N_("a cell that it needs has no value")
# Columns whose loss could make a row ask a different question from the form's.
NEEDED = {"type", "gamma", "known", "known_source", "constraint", "parameters", "disabled"}
# Types that only formr's items have, and no XLSForm.
_FORMR = frozenset({
    "mc", "mc_button", "mc_multiple", "mc_multiple_button", "rating_button", "check_button",
    "submit", "get", "select_or_add_one", "select_or_add_multiple", "mc_heading",
})  # fmt: skip
FORMR = N_(
    "This is an item table of formr (formr.org), and no XLSForm: paste its questions as a list, "
    "each with its options indented below it."
)


def read_xlsform(content: bytes, default_title: str, gamma: str) -> FileQuestionnaire:
    """The questionnaire of an XLSForm; raises InstrumentInvalid for other files.

    Each question without a γ of its own gets `gamma`.
    """
    taken = FileQuestionnaire({"title": default_title, "questions": []})
    sheets = _known_sheets(content, taken)
    if not sheets.get("survey"):
        raise InstrumentInvalid(
            {"file": N_("This is not an XLSForm: it has no sheet named survey with rows in it.")}
        )
    settings = sheets.get("settings", [])
    language = _default_language(settings) or first_language(sheets["survey"][0])
    _settings(settings, language, taken)
    choices = Choices(sheets.get("choices", []), language, taken)
    columns = Columns("survey", sheets["survey"][0], language, taken)
    if columns.language:
        taken.document["language"] = columns.language
    if "type" not in columns:
        raise InstrumentInvalid(
            {"file": N_("This is not an XLSForm: its sheet survey has no column named type.")}
        )
    _refuse_formr(sheets["survey"][1:], columns)
    _questions(sheets["survey"][1:], columns, choices, gamma)
    choices.leave_out_unused()
    return taken


def _known_sheets(content: bytes, taken: FileQuestionnaire) -> dict[str, list[SheetRow]]:
    """The rows of an XLSForm's sheets by their names; lists all other sheets."""
    sheets: dict[str, list[SheetRow]] = {}
    for name, rows in read_sheets(content, SHEETS).items():
        known = name.strip().lower()
        if known in SHEETS and known not in sheets:
            sheets[known] = rows
        else:
            taken.leave_out(f"sheet {shown(name)}", "sheet", N_("it is no part of a questionnaire"))
    return sheets


def _refuse_formr(rows: list[SheetRow], columns: Columns) -> None:
    """Raises InstrumentInvalid for a sheet of formr, whose columns have the same names."""
    place = columns.names.index("type")
    typed = [row.cells[place].lower().split() for row in rows if len(row.cells) > place]
    if _FORMR.intersection(first for first, *_ in filter(None, typed)):
        raise InstrumentInvalid({"file": FORMR})


def _questions(rows: list[SheetRow], columns: Columns, choices: Choices, gamma: str) -> None:
    """Takes over the questions of the sheet `survey`; flattens groups, leaves repeats out."""
    taken = columns.taken
    repeats = 0  # how many repeats are open at this row
    grid = Grid()
    for row in rows:
        cells = columns.cells(row)
        kind, name = cells.take("type"), cells.take("name")
        match kind.lower().replace("_", " ").split():
            case ["begin" | "end" as edge, "repeat"]:
                repeats = max(0, repeats + (1 if edge == "begin" else -1))
                if edge == "begin":
                    taken.leave_out(cells.place, "repeat", reasons.REPEATED)
            case [] if not cells and not name:
                pass
            case _ if cells.take("disabled").strip().lower() in {"yes", "true", "1"}:
                taken.leave_out(cells.place, "row", reasons.DISABLED)
            case _ if repeats:
                taken.leave_out(cells.place, "question in a repeat", reasons.REPEATED)
            case ["begin", "group" | "loop"]:
                taken.leave_out(cells.place, "group", reasons.GROUP)
                grid.begin_group(cells)
                cells.leave_out_rest()
            case ["end", "group" | "loop"]:
                grid.end()
                cells.leave_out_rest()
            case _ if list_named(kind) and grid.begins_at(cells):
                choices.named.add(list_named(kind))
                taken.leave_out(cells.place, "heading of a grid", HEADING)
            case _:
                grid.join(cells)
                _question(kind, name, cells, choices, gamma)


def _asked(kind: str, cells: Cells, choices: Choices) -> dict[str, Any] | FileOmission:
    """The question of a row, or the reason why it is left out."""
    if not cells.unreadable.isdisjoint(NEEDED):
        return FileOmission(cells.place, "question", UNREAD)
    if cells.taken.full and (named := list_named(kind)):
        choices.named.add(named)
        return FileOmission(cells.place, "question", reasons.TOO_MANY)
    return question_of(kind, cells, choices)


def _default_language(rows: list[SheetRow]) -> str:
    """The default language that the settings name; "" if they name none."""
    if len(rows) < 2:
        return ""
    silent = FileQuestionnaire({})  # lists nothing: `_settings` does that
    return Columns("settings", rows[0], "", silent).cells(rows[1]).take("default_language")


def _settings(rows: list[SheetRow], language: str, taken: FileQuestionnaire) -> None:
    """Takes over the title and other settings, with their translations."""
    if len(rows) < 2:
        return
    cells = Columns("settings", rows[0], language, taken).cells(rows[1])
    cells.take("default_language")
    taken.document["title"] = cells.take("form_title") or taken.document["title"]
    for name in SETTINGS:
        if value := cells.take(name):
            taken.document[name] = value
    if each := cells.take("one_question_each"):
        taken.document["one_question_each"] = mark(each)
    texts = {"form_title": "title", **{name: name for name in OPTIONAL_TEXTS}}
    for name, original in texts.items():
        for tag, text in cells.take_translations(name).items():
            taken.learn(tag, "", taken.document.get(original, ""), text)
    said = [taken.document.get(name, "") for name in texts.values()]
    taken.leave_out_unshown(cells.place, said, REFERENCE)
    cells.leave_out_rest()
    for row in rows[2:]:
        taken.leave_out(
            f"settings row {row.number}", "row", N_("only the first row of settings counts")
        )


def _question(kind: str, name: str, cells: Cells, choices: Choices, gamma: str) -> None:
    taken = cells.taken
    question = _asked(kind, cells, choices)
    if isinstance(question, FileOmission):
        taken.left_out.append(question)
        return
    text = cells.take_label()
    if not text and "label" in cells.unreadable:
        taken.leave_out(cells.place, "question", UNREAD)
        return
    if not text:
        taken.leave_out(cells.place, "label", EMPTY)
    text = text or name
    translated_texts = []
    for tag, translated in cells.take_translations("label").items():
        taken.learn(tag, text, text, translated)
        translated_texts.append(translated)
    translations = choices.translations(list_named(kind))
    for tag, option, translated in translations if "options" in question else ():
        taken.learn(tag, text, option, translated)
        translated_texts.append(translated)
    if translations and "options" not in question:
        taken.leave_out(cells.place, "translation of Yes and No", reasons.YES_NO)
    said = [text, *question.get("options", ()), *translated_texts]
    taken.leave_out_unshown(cells.place, said, REFERENCE)
    question["text"] = text
    question |= {field: value for field in KNOWN if (value := cells.take(field))}
    taken.ask(cells.place, question, cells.take("gamma") or None, gamma)
    cells.leave_out_rest()
