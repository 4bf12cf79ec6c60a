"""What a SurveyJS element asks, by its type."""

from collections.abc import Mapping
from typing import Any

from survey.core.questions import Kind
from survey.core.validation import HIGHEST_RATING
from survey.core.validation import typed_whole_number
from survey.formats import reasons
from survey.formats.surveyjs_properties import Properties
from survey.formats.surveyjs_properties import as_text
from survey.formats.taken_over import LeftOut
from survey.formats.taken_over import one_of
from survey.formats.taken_over import shown
from survey.formats.taken_over import single_line

_MATRIX = "ask each of its rows as a question of its own"
_SHOWN = "it asks nothing; put what matters into the introduction or a question"

# Why an element of this type is not asked here.
REASONS = {
    "text": f"{reasons.WRITTEN}, such as a number with min and max",
    "comment": reasons.WRITTEN,
    "multipletext": reasons.WRITTEN,
    "matrix": _MATRIX,
    "matrixdropdown": _MATRIX,
    "matrixdynamic": reasons.REPEATED,
    "paneldynamic": reasons.REPEATED,
    "ranking": reasons.ORDER,
    "imagepicker": reasons.MEDIA,
    "html": _SHOWN,
    "image": _SHOWN,
    "expression": reasons.COMPUTED,
    "file": reasons.SENT,
    "signaturepad": reasons.SENT,
}


def question_of(element: Properties) -> dict[str, Any] | LeftOut:
    """The kind of question and its options or range, taken out of it; or why it is none."""
    kind = element.take("type")
    match kind:
        case "boolean":
            return _boolean(element)
        case "radiogroup" | "dropdown" | "buttongroup" | "checkbox" | "tagbox":
            options = _choices(element, "choices")
            if not options:
                return LeftOut(element.place, kind, "the file does not say its options")
            if kind in {"checkbox", "tagbox"}:
                return {"kind": str(Kind.SEVERAL), "options": options}
            return one_of(options)
        case "rating":
            return _rating(element)
        case "text" if element.values.get("inputType") in ("number", "range"):
            return _number(element)
    if not isinstance(kind, str):
        return LeftOut(element.place, "element", "it has no type")
    return LeftOut(element.place, shown(kind), REASONS.get(kind, reasons.UNKNOWN_TYPE))


def _boolean(element: Properties) -> dict[str, Any]:
    """Yes or no; a choice of two where the file has other words for them."""
    return one_of([element.text("labelTrue") or "Yes", element.text("labelFalse") or "No"])


def _choices(element: Properties, name: str) -> list[str]:
    """The texts of the options; a value stands for itself if it has no text."""
    listed = element.values.get(name)
    if not isinstance(listed, list):
        return []
    element.take(name)
    options = []
    for index, each in enumerate(listed):
        place = f"{element.place}.{name}[{index}]"
        values = dict(each) if isinstance(each, Mapping) else {"value": each}
        option = Properties(place, values, element.languages, element.taken)
        value = as_text(option.take("value"))
        text = single_line(option.text("text") or value)
        for tag, original, translated in option.translated:
            entry = (tag, single_line(original), single_line(translated))
            element.translated.append(entry)
        if text:
            options.append(text)
        else:
            element.taken.leave_out(place, "option", "it has no text")
        option.leave_out_rest(place)
    return options


def _rating(element: Properties) -> dict[str, Any] | LeftOut:
    """From 1 a rating; from another number a whole number, of which the mean is estimated."""
    values = _choices(element, "rateValues")
    if values:
        return one_of(values)
    low = _whole(element, "rateMin", 1)
    # Newer files count the rates; a highest rate, where there is one, decides.
    count = _whole(element, "rateCount", 5)
    high = _whole(element, "rateMax", None if low is None or count is None else low + count - 1)
    if low is None or high is None or _whole(element, "rateStep", 1) != 1:
        why = "a rating needs whole numbers as rateMin and rateMax, and the step 1"
        return LeftOut(element.place, "rating", why)
    for name in ("rateMin", "rateMax", "rateCount", "rateStep"):
        element.take(name)
    if low == 1 and high <= HIGHEST_RATING:
        return {"kind": str(Kind.RATING), "highest": high}
    why = f"a rating goes from 1 to {HIGHEST_RATING} at most; this one is asked as a whole number"
    element.taken.leave_out(element.place, "rating", why)
    return {"kind": str(Kind.NUMBER), "low": low, "high": high}


def _number(element: Properties) -> dict[str, Any] | LeftOut:
    low, high = _whole(element, "min", None), _whole(element, "max", None)
    if low is None or high is None or _whole(element, "step", 1) != 1:
        why = "a number needs whole numbers as min and max, and the step 1"
        return LeftOut(element.place, "number", why)
    for name in ("inputType", "min", "max", "step"):
        element.take(name)
    return {"kind": str(Kind.NUMBER), "low": low, "high": high}


def _whole(element: Properties, name: str, default: int | None) -> int | None:
    """A property that is a whole number, also in quotation marks; `default` if it is absent."""
    if element.values.get(name) is None:
        return default
    return typed_whole_number(as_text(element.values[name]).removesuffix(".0"))
