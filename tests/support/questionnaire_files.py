"""Instruments written as other tools' files, and .xlsx files of any cells."""

import io
import json
import zipfile
from collections.abc import Callable
from collections.abc import Mapping
from collections.abc import Sequence

import openpyxl

from survey.core.instrument import Instrument
from survey.core.questions import Kind
from survey.core.questions import Question

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
    """The .xlsx file with one part changed; the part is made if there is none."""
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
    """The instrument as an XLSForm that reads back as the same one."""
    survey = [
        ["type", "name", "label", "constraint", "parameters", "appearance", "gamma", "openly"]
    ]
    choices = [["list_name", "name", "label"]]
    for number, question in enumerate(instrument.questions, start=1):
        kind, constraint, parameters, appearance = f"select_one list{number}", "", "", ""
        match question.kind:
            case Kind.SEVERAL:
                kind = f"select_multiple list{number}"
            case Kind.NUMBER:
                kind, constraint = "integer", f". >= {question.low} and . <= {question.high}"
            case Kind.RATING:
                kind, parameters = "range", f"start=1 end={question.high} step=1"
                appearance = "rating"
        gamma, openly = ("", "yes") if question.openly else (str(question.gamma), "")
        survey.append([kind, f"n{number}", question.text, constraint, parameters, appearance,
                       gamma, openly])  # fmt: skip
        for place, option in enumerate(_options(question)):
            choices.append([f"list{number}", f"o{place}", option])
    settings = [["form_title", "introduction", "class_size", "waves_of"],
                [instrument.title, instrument.introduction, instrument.class_size,
                 instrument.waves_of]]  # fmt: skip
    return workbook({"survey": survey, "choices": choices, "settings": settings})


def as_surveyjs(instrument: Instrument) -> bytes:
    """The instrument as SurveyJS JSON that reads back as the same one."""
    elements = []
    for number, question in enumerate(instrument.questions, start=1):
        element = {"name": f"n{number}", "title": question.text, "type": "boolean"}
        element |= {"openly": True} if question.openly else {"gamma": str(question.gamma)}
        match question.kind:
            case Kind.CHOICE:
                choices = [{"value": f"v{each}", "text": each} for each in question.listed]
                element |= {"type": "radiogroup", "choices": choices}
            case Kind.SEVERAL:
                element |= {"type": "checkbox", "choices": list(question.listed)}
            case Kind.NUMBER:
                element |= {"type": "text", "inputType": "number"}
                element |= {"min": question.low, "max": question.high}
            case Kind.RATING:
                element |= {"type": "rating", "rateMin": 1, "rateMax": question.high}
        elements.append(element)
    survey = {
        "title": instrument.title,
        "description": instrument.introduction,
        "class_size": instrument.class_size,
        "waves_of": instrument.waves_of,
        "pages": [{"name": "all", "elements": elements}],
    }
    return json.dumps(survey).encode()


def _options(question: Question) -> Sequence[str]:
    return ("No", "Yes") if question.kind is Kind.YES_NO else question.listed
