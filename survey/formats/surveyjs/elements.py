"""Reads a SurveyJS element by its type."""

from collections.abc import Mapping
from typing import Any

from survey.core.kinds.number import NUMBER
from survey.core.kinds.rating import HIGHEST_RATING, RATING
from survey.core.kinds.several import SEVERAL
from survey.core.numerals import whole_number
from survey.formats import reasons
from survey.formats.import_result import FileOmission, one_of, shown, single_line
from survey.formats.surveyjs.properties import Properties, as_text
from survey.formats.surveyjs.rows_of_numbers import as_numbers, dropdown
from survey.translations.marked import N_

# SurveyJS's own rules.
SLIDER = (0, 100)  # min and max if the file gives none
MOST_RATES = 20  # the most that it shows of a rating
MOST_SMILEYS = 10
VALUE_END = "|"  # "a|Alpha" is the value a with the text Alpha

# Why an element of this type is not asked here.
REASONS = {
    "text": N_("%(reason)s, such as a number with min and max", reason=reasons.WRITTEN),
    "comment": reasons.WRITTEN,
    "multipletext": reasons.WRITTEN,
    "matrix": reasons.ROWS,
    "matrixdropdown": reasons.ROWS,
    "matrixdynamic": reasons.REPEATED,
    "paneldynamic": reasons.REPEATED,
    "ranking": reasons.ORDER,
    "imagepicker": reasons.MEDIA,
    "html": reasons.SHOWN,
    "image": reasons.SHOWN,
    "expression": reasons.COMPUTED,
    "slider": N_("one with two ends has two answers"),
    "imagemap": reasons.MEDIA,
    "file": reasons.SENT,
    "signaturepad": reasons.SENT,
}


def question_of(element: Properties) -> dict[str, Any] | FileOmission:
    """Takes out the kind of question and its options or range; or the reason to leave it out."""
    kind = element.take("type")
    match kind:
        case "boolean":
            return _boolean(element)
        case "radiogroup" | "dropdown" | "buttongroup" | "checkbox" | "tagbox":
            options = _choices(element, "choices")
            if kind == "dropdown" and (numbers := dropdown(element, options)):
                return numbers
            if not options:
                return FileOmission(element.place, kind, reasons.NO_OPTIONS)
            if kind in {"checkbox", "tagbox"}:
                return {"kind": SEVERAL.name, "options": options}
            return one_of(options)
        case "rating":
            return _rating(element)
        case "text" if element.values.get("inputType") in ("number", "range"):
            element.take("inputType")
            return _number(element, "number", None, None)
        case "slider" if element.values.get("sliderType", "single") == "single":
            element.take("sliderType")
            return _number(element, "slider", *SLIDER)
    if not isinstance(kind, str):
        return FileOmission(element.place, "element", N_("it has no type"))
    return FileOmission(element.place, shown(kind), REASONS.get(kind, reasons.UNKNOWN_TYPE))


def _boolean(element: Properties) -> dict[str, Any]:
    """A yes/no question; a choice of two if the file has other words for yes and no."""
    return one_of([element.text("labelTrue") or "Yes", element.text("labelFalse") or "No"])


def _choices(element: Properties, name: str) -> list[str]:
    """Takes out the texts of the options; an option without a text gets its value as text."""
    listed = element.values.get(name)
    if not isinstance(listed, list):
        return []
    element.take(name)
    options = []
    for index, each in enumerate(listed):
        place = f"{element.place}.{name}[{index}]"
        values = dict(each) if isinstance(each, Mapping) else {"value": each}
        option = Properties(place, values, element.languages, element.taken)
        value, _, text_behind = as_text(option.take("value")).partition(VALUE_END)
        text = single_line(option.text("text") or text_behind or value).strip()
        for tag, original, translated in option.translated:
            entry = (tag, single_line(original), single_line(translated))
            element.translated.append(entry)
        if text:
            options.append(text)
        else:
            element.taken.leave_out(place, "option", N_("it has no text"))
        option.leave_out_rest(place)
    return options


def _rating(element: Properties) -> dict[str, Any] | FileOmission:
    """A rating or a number; a choice if the file lists rates that are no row of numbers."""
    given = element.values.get("rateValues")
    values = [] if element.values.get("autoGenerate") is True else _choices(element, "rateValues")
    if values:
        element.take("autoGenerate")
        return as_numbers(element, list(given or ()), values) or one_of(values)
    ends = _rates(element)
    if ends is None:
        why = N_("a rating needs whole numbers as rateMin and rateMax, and the step 1")
        return FileOmission(element.place, "rating", why)
    for name in ("rateMin", "rateMax", "rateCount", "rateStep", "autoGenerate"):
        element.take(name)
    low, high = ends
    if low >= high:
        return FileOmission(element.place, "rating", N_("there is only one rate to choose"))
    if low == 1 and high <= HIGHEST_RATING:
        return {"kind": RATING.name, "highest": high}
    why = N_(
        "a rating goes from 1 to %(highest)s at most; this one is asked as a whole number",
        highest=HIGHEST_RATING,
    )
    element.taken.leave_out(element.place, "rating", why)
    return {"kind": NUMBER.name, "low": low, "high": high}


def _rates(element: Properties) -> tuple[int, int] | None:
    """(lowest, highest) that SurveyJS shows; None unless these and all between are whole.

    SurveyJS reads rateCount only beside exactly one of rateMin and rateMax, to get the other.
    """
    low, high = _whole(element, "rateMin", 1), _whole(element, "rateMax", 5)
    count = _whole(element, "rateCount", 5)
    if low is None or high is None or count is None or _whole(element, "rateStep", 1) != 1:
        return None
    there = {name for name in ("rateMin", "rateMax", "rateCount") if name in element.values}
    if there == {"rateMin", "rateCount"}:
        high = low + count - 1
    elif there == {"rateMax", "rateCount"}:
        low = high - count + 1
    most = MOST_SMILEYS if element.values.get("rateType") == "smileys" else MOST_RATES
    return low, min(high, low + most - 1)


def _number(
    element: Properties, kind: str, lowest: int | None, highest: int | None
) -> dict[str, Any] | FileOmission:
    """A whole number from min to max; `lowest` and `highest` stand in for what is missing."""
    low, high = _whole(element, "min", lowest), _whole(element, "max", highest)
    if low is None or high is None or _whole(element, "step", 1) != 1:
        why = N_("a %(kind)s needs whole numbers as min and max, and the step 1", kind=kind)
        return FileOmission(element.place, kind, why)
    for name in ("min", "max", "step"):
        element.take(name)
    return {"kind": NUMBER.name, "low": low, "high": high}


def _whole(element: Properties, name: str, default: int | None) -> int | None:
    """A property that is a whole number, also in quotation marks; `default` if it is absent."""
    if element.values.get(name) is None:
        return default
    return whole_number(as_text(element.values[name]).removesuffix(".0"))
