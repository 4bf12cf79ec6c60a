"""Writes instruments as other tools' files, and .xlsx files with any cells."""

import io
import json
import zipfile
from collections.abc import Callable, Mapping, Sequence

import openpyxl

from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.texts import OPTIONAL_TEXTS, WHO_ASKS, Wording
from survey.core.kinds.registry import KINDS

Rows = Sequence[Sequence[object]]


def workbook(sheets: Mapping[str, Rows]) -> bytes:
    """An .xlsx file with these sheets; text that begins with = stays text."""
    book = openpyxl.Workbook()
    book.remove(book.active)
    for name, rows in sheets.items():
        sheet = book.create_sheet(name)
        for number, row in enumerate(rows, start=1):
            for column, value in enumerate(row, start=1):
                cell = sheet.cell(number, column, value)
                if isinstance(value, str):
                    cell.data_type = "s"
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def with_part(content: bytes, name: str, change: Callable[[bytes], bytes]) -> bytes:
    """The .xlsx file with one part changed; a missing part is added."""
    written = io.BytesIO()
    with (
        zipfile.ZipFile(io.BytesIO(content)) as packed,
        zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED) as changed,
    ):
        parts = {each: packed.read(each) for each in packed.namelist()}
        parts[name] = change(parts.get(name, b""))
        for each, xml in parts.items():
            changed.writestr(each, xml)
    return written.getvalue()


def as_xlsform(instrument: Instrument) -> bytes:
    """The instrument as an XLSForm, which reads back as the same instrument."""
    survey = [
        [
            "type",
            "name",
            "label",
            "constraint",
            "parameters",
            "appearance",
            "gamma",
            *(f"label::Language ({each.language})" for each in instrument.translations),
        ]
    ]
    choices = [["list_name", "name", "label", *survey[0][7:]]]
    for number, question in enumerate(instrument.questions, start=1):
        kind, constraint, parameters, appearance = f"select_one list{number}", "", "", ""
        match question.kind.name:
            case "several":
                kind = f"select_multiple list{number}"
            case "number":
                kind, constraint = "integer", f". >= {question.low} and . <= {question.high}"
            case "rating":
                kind, parameters = "range", f"start=1 end={question.high} step=1"
                appearance = "rating"
        survey.append(
            [
                kind,
                f"n{number}",
                question.text,
                constraint,
                parameters,
                appearance,
                str(question.gamma),
                *(each.questions[number - 1].text for each in instrument.translations),
            ]
        )
        for place, option in enumerate(_options(question)):
            others = [each.questions[number - 1].listed for each in instrument.translations]
            choices.append(
                [
                    f"list{number}",
                    f"o{place}",
                    option,
                    *(listed[place] for listed in others if listed),
                ]
            )
    settings = [["form_title", "class_size", "default_language", *OPTIONAL_TEXTS],
                [instrument.title, instrument.class_size, instrument.language,
                 *(getattr(instrument, name) for name in OPTIONAL_TEXTS)]]  # fmt: skip
    for each in instrument.translations:
        headings = ("form_title", *OPTIONAL_TEXTS)
        settings[0] += [f"{name}::{each.language}" for name in headings]
        settings[1] += [each.title, *(getattr(each, name) for name in OPTIONAL_TEXTS)]
    return workbook({"survey": survey, "choices": choices, "settings": settings})


def as_surveyjs(instrument: Instrument) -> bytes:
    """The instrument as SurveyJS JSON, which reads back as the same instrument."""

    def said(original: str, words: Callable[[Wording], str]) -> object:
        translated = {each.language: words(each) for each in instrument.translations}
        return {"default": original, **translated} if translated else original

    elements = []
    for number, question in enumerate(instrument.questions, start=1):
        title = said(question.text, lambda each, at=number - 1: each.questions[at].text)
        element = {"name": f"n{number}", "title": title, "type": "boolean"}
        element["gamma"] = str(question.gamma)
        match question.kind.name:
            case "choice":
                element |= {"type": "radiogroup", "choices": _choices(question, number, said)}
            case "several":
                element |= {"type": "checkbox", "choices": _choices(question, number, said)}
            case "number":
                element |= {"type": "text", "inputType": "number"}
                element |= {"min": question.low, "max": question.high}
            case "rating":
                element |= {"type": "rating", "rateMin": 1, "rateMax": question.high}
        elements.append(element)
    survey = {
        "title": said(instrument.title, lambda each: each.title),
        "description": said(instrument.introduction, lambda each: each.introduction),
        **{
            name: said(text, lambda each, name=name: getattr(each, name))
            for name in WHO_ASKS
            if (text := getattr(instrument, name))
        },
        "class_size": instrument.class_size,
        "pages": [{"name": "all", "elements": elements}],
    }
    if instrument.language:
        survey["locale"] = instrument.language
    return json.dumps(survey).encode()


def as_plain_text(instrument: Instrument) -> bytes:
    """Title and questions as a list, which reads back as the same ones, with one γ for all."""
    lines = [instrument.title, ""]
    for number, question in enumerate(instrument.questions, start=1):
        several = " (several)" if question.kind is KINDS["several"] else ""
        lines.append(f"{number}. {question.text}{several}")
        lines += [f"   - {option}" for option in question.listed]
        if not question.listed and question.item.values != (None, None):
            lines.append(f"   {question.low}–{question.high}")
    return "\n".join(lines).encode()


def _choices(question: Question, number: int, said: Callable) -> list[dict[str, object]]:
    def option(place: int):
        return lambda each: each.questions[number - 1].listed[place]

    return [
        {"value": f"v{place}", "text": said(text, option(place))}
        for place, text in enumerate(question.listed)
    ]


def _options(question: Question) -> Sequence[str]:
    return ("No", "Yes") if question.kind is KINDS["yes/no"] else question.listed


# The German of both formats' tests: the title, and each question's text and options.
GERMAN = (
    "Nach der Klausur",
    ("Wessen Notizen?", ("Eigene", "Andere")),
    ("Welche Klausur?", ("Algebra", "Eine andere")),
    ("Wirklich?", ()),
)
LACKS_SEVEN = "it lacks “After the final” and 6 more, and every text must have one"


def words_in(instrument: Instrument, language: str) -> tuple:
    """The title, and the text with the options of each question, in this language."""
    worded = instrument.worded_in(language)
    return worded.title, *((each.text, each.listed) for each in worded.questions)
