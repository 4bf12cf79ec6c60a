"""Reads a row of an XLSForm's sheet `survey` by its type."""

import re
from typing import Any

from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import HIGHEST_RATING, RATING
from survey.core.kinds.several import SEVERAL
from survey.core.numerals import whole_number
from survey.formats import reasons
from survey.formats.import_result import FileOmission, one_of, shown
from survey.formats.xlsform.choices import Choices
from survey.formats.xlsform.columns import Cells
from survey.translations.marked import N_

# For a type whose words are separated by single blanks.
_SELECT = re.compile(
    r"(select[_ ]multiple( from)?|select all that apply( from)?) (?P<many>\S+)|"
    r"(select[_ ]one( from)?|select1) (?P<one>\S+)",
    re.IGNORECASE,
)
_OTHER = re.compile(r" or[_ ](specify[_ ])?other$", re.IGNORECASE)

# One side of a constraint on an integer: ". >= 0", or "0 <= .".
_BOUND = re.compile(
    r"(?:\.\s*(?P<sign>[<>]=?)\s*(?P<value>-?\d{1,9})|(?P<first>-?\d{1,9})\s*(?P<turned>[<>]=?)\s*\.)",
    re.ASCII,
)
_AND = re.compile(" and ", re.IGNORECASE)
_TURNED = {"<": ">", "<=": ">=", ">": "<", ">=": "<="}

_PARAMETER = re.compile(r"\b(\w++)\s*+=\s*+([^\s,;]++)")
_DEFAULT_RANGE = {"start": "1", "end": "10", "step": "1"}  # pyxform's

_RECORDED = N_("who answers, where, when and with which device is never recorded")
_ELSEWHERE = N_("its options are in another file")

# Why a question of this type is not asked here.
REASONS = {
    "note": N_("a note asks nothing; put what matters into the introduction or a question"),
    "text": reasons.WRITTEN,
    "decimal": N_("only whole numbers in a range are asked"),
    "rank": reasons.ORDER,
    "acknowledge": N_("a question that has one answer only asks nothing"),
    "calculate": reasons.COMPUTED,
    "hidden": reasons.COMPUTED,
    "xml-external": _ELSEWHERE,
    "csv-external": _ELSEWHERE,
    "select_one_from_file": _ELSEWHERE,
    "select_multiple_from_file": _ELSEWHERE,
    "select_one_external": _ELSEWHERE,
} | {
    kind: reason
    for reason, kinds in {
        reasons.WRITTEN: "date time datetime barcode",
        reasons.SENT: "image audio video file geopoint geotrace geoshape background-audio",
        _RECORDED: "start end today deviceid subscriberid simserial phonenumber username email "
        "audit start-geopoint background-geopoint",
    }.items()
    for kind in kinds.split()
}


def question_of(kind: str, cells: Cells, choices: Choices) -> dict[str, Any] | FileOmission:
    """Takes out the kind of question and its options or range; or the reason to leave it out."""
    kind = " ".join(kind.split())
    select = _SELECT.fullmatch(_OTHER.sub("", kind))
    if select:
        return _select(select, cells, choices, other=_OTHER.search(kind) is not None)
    match kind.lower():
        case "integer":
            return _integer(cells)
        case "range":
            return _range(cells)
        case "":
            return FileOmission(cells.place, "row", N_("it has no type"))
    why = REASONS.get(kind.lower().split()[0], reasons.UNKNOWN_TYPE)
    return FileOmission(cells.place, shown(kind.split()[0]), why)


def list_named(kind: str) -> str:
    """The list of options that a type names; "" if it names none."""
    select = _SELECT.fullmatch(_OTHER.sub("", " ".join(kind.split())))
    return (select["many"] or select["one"]) if select else ""


def _select(
    select: re.Match[str], cells: Cells, choices: Choices, other: bool
) -> dict[str, Any] | FileOmission:
    name = select["many"] or select["one"]
    options = choices.options(name)
    if options is None and name.lower() == "yes_no":
        options = ["Yes", "No"]
    if name in choices.broken:
        why = N_(
            "one of its options has no text that can be read (%(place)s)",
            place=choices.broken[name],
        )
        return FileOmission(cells.place, "question", why)
    if options is None:
        why = N_("its list %(name)s is not in the sheet choices", name=shown(name))
        return FileOmission(cells.place, "question", why)
    if other:
        cells.taken.leave_out(cells.place, "or_other", reasons.OTHER)
    if select["many"]:
        return {"kind": SEVERAL.name, "options": options}
    return one_of(options)


def _integer(cells: Cells) -> dict[str, Any] | FileOmission:
    limits = _limits(cells.values.get("constraint", ""))
    if limits is None:
        why = N_("a whole number needs its range, as the constraint . >= 0 and . <= 40")
        return FileOmission(cells.place, "integer", why)
    cells.take("constraint")
    return {"kind": NUMBER.name, "low": limits[0], "high": limits[1]}


def _limits(constraint: str) -> tuple[int, int] | None:
    """(lowest, highest) of a constraint; None if one is missing, or there is another condition."""
    lows, highs = [], []
    for clause in _AND.split(" ".join(constraint.split())):
        bound = _BOUND.fullmatch(clause.removeprefix("(").removesuffix(")").strip())
        if bound is None:
            return None
        value = int(bound["value"] or bound["first"])
        match bound["sign"] or _TURNED[bound["turned"]]:
            case ">=":
                lows.append(value)
            case ">":
                lows.append(value + 1)
            case "<=":
                highs.append(value)
            case "<":
                highs.append(value - 1)
    return (max(lows), min(highs)) if lows and highs else None


def _range(cells: Cells) -> dict[str, Any] | FileOmission:
    parameters = cells.values.get("parameters", "").lower()
    given = dict(_PARAMETER.findall(parameters))
    start, end, step = (
        whole_number(given.pop(name, default)) for name, default in _DEFAULT_RANGE.items()
    )
    if start is None or end is None or step != 1:
        why = N_("a range needs whole numbers as start and end, and the step 1")
        return FileOmission(cells.place, "range", why)
    cells.take("parameters")
    if given or _PARAMETER.sub("", parameters).strip(" ,;"):
        why = N_("a range has a start, an end and a step only")
        cells.taken.leave_out(cells.place, "parameters", why)
    appearance = cells.values.get("appearance", "").lower().split()
    if appearance == ["rating"] and start == 1 and 2 <= end <= HIGHEST_RATING:
        cells.take("appearance")
        return {"kind": RATING.name, "highest": end}
    return {"kind": NUMBER.name, "low": start, "high": end}
