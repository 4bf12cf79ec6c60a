"""A questionnaire from a file, by the ending of its name: TOML, JSON, a list, or another tool's."""

import json
from decimal import Decimal
from pathlib import PurePath
from typing import Any

from survey.core.instrument.instrument import FORMAT
from survey.core.instrument.limits import DEFAULT_GAMMA, LONGEST_TITLE
from survey.core.instrument.parsing import toml_document
from survey.core.instrument.translation_memory import Phrases
from survey.errors import InstrumentInvalid
from survey.formats.import_result import FileQuestionnaire, shown
from survey.formats.limesurvey.questionnaire import read_limesurvey
from survey.formats.moodle.gift import read_gift
from survey.formats.moodle.xml import read_moodle_xml
from survey.formats.plain_text import read_plain_text
from survey.formats.surveyjs.questionnaire import read_surveyjs
from survey.formats.xlsform.form import read_xlsform
from survey.translations.marked import N_

LARGEST_FILE = 1024 * 1024  # bytes, the same limit as for any request to the app
# Each value of a text file but the first follows a comma or stands on a line of its own, so that
# their number bounds the time. Fifty questions of twenty options in eight languages have 10,000.
MOST_COMMAS = 100_000
ENDINGS = (".toml", ".xlsx", ".json", ".txt", ".lss", ".lsg", ".lsq", ".xml", ".gift")


def read_questionnaire(name: str, content: bytes, gamma: str = DEFAULT_GAMMA) -> FileQuestionnaire:
    """Reads a questionnaire file by its name's ending, and lists the parts that are left out.

    Each question without a γ in the file gets `gamma`. Raises
    InstrumentInvalid if the file is not of the format of its name's ending.
    """
    if len(content) > LARGEST_FILE:
        raise _unreadable(
            N_("This file is larger than %(most)s MiB.", most=LARGEST_FILE // 1024**2)
        )
    path = PurePath(name.lower())
    match path.suffix:
        case ".toml":
            return _own(toml_document(_text(content)), gamma)
        case ".xlsx":
            return read_xlsform(content, _title(name), gamma)
        case ".json":
            document = _json(_text(content))
            if document.get("format") == FORMAT:
                del document["format"]
                return _own(document, gamma)
            return read_surveyjs(document, _title(name), gamma)
        case ".txt":
            return read_plain_text(_text(content), _title(name), gamma)
        case ".lss" | ".lsg" | ".lsq":
            return read_limesurvey(content, _title(name), gamma)
        case ".xml":
            return read_moodle_xml(content, _title(name), gamma)
        case ".gift":
            return read_gift(_text(content), _title(name), gamma)
        case ".xls" | ".xlsm" | ".ods":
            raise _unreadable(N_("Open this file in a spreadsheet program and save it as .xlsx."))
    raise _unreadable(
        N_(
            "The name of a questionnaire's file ends in .toml, .xlsx (XLSForm), .json (SurveyJS), "
            ".lss, .lsg or .lsq (LimeSurvey), .xml or .gift (Moodle) or .txt (a list of questions)."
        )
    )


def _own(document: dict[str, Any], gamma: str) -> FileQuestionnaire:
    """Checks a file in this app's own format, which may have faults of any kind."""
    questions = document.get("questions")
    for question in questions if isinstance(questions, list) else []:
        if isinstance(question, dict):
            question.setdefault("gamma", gamma)
    taken = FileQuestionnaire(document)
    instrument = taken.instrument()
    taken.document = instrument.document()
    del taken.document["format"]
    taken.document.pop("translations", None)
    taken.phrases = Phrases.of(instrument)
    return taken


def _title(name: str) -> str:
    """The file's name as the title of a questionnaire that has none."""
    return shown(PurePath(name.replace("\\", "/")).stem)[:LONGEST_TITLE]


def _text(content: bytes) -> str:
    if content.count(b",") > MOST_COMMAS:
        raise _unreadable(N_("This file has more in it than a questionnaire."))
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise _unreadable(
            N_("This file is not text in UTF-8. Save it with the encoding UTF-8.")
        ) from None


def _json(text: str) -> dict[str, Any]:
    try:
        document = json.loads(
            text,
            parse_float=Decimal,  # so that "gamma": 0.1 is exactly 1/10
            parse_constant=_no_constant,
            object_pairs_hook=_each_once,
        )
        # JSON can spell half a character, which UTF-8 cannot encode.
        json.dumps(document, ensure_ascii=False, default=str).encode()
    except json.JSONDecodeError as error:
        raise _unreadable(N_("This is not JSON: %(fault)s.", fault=str(error))) from None
    except UnicodeEncodeError:
        raise _unreadable(N_("This JSON holds half a character, such as \\ud800.")) from None
    except (ValueError, RecursionError, ArithmeticError):
        # Python reads neither thousands of brackets nor thousands of digits, nor 1e(10^20).
        raise _unreadable(N_("This is not JSON: a value is too large.")) from None
    if not isinstance(document, dict):
        raise _unreadable(N_("This JSON is no questionnaire: it is no object."))
    return document


def _each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """The object; refuses a repeated name, of which Python would drop the first."""
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise _unreadable(
                N_("This JSON says “%(name)s” twice in one object.", name=shown(name))
            )
        found[name] = value
    return found


def _no_constant(name: str) -> None:
    raise _unreadable(N_("This is not JSON: %(name)s is no number.", name=name))


def _unreadable(sentence: str) -> InstrumentInvalid:
    return InstrumentInvalid({"file": sentence})
