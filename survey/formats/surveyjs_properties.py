"""The properties of a SurveyJS element: what is taken out of them, and what has no counterpart."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from survey.formats.taken_over import TakenOver
from survey.formats.taken_over import shown

_SKIPPED = "every respondent gets every question, since a skipped one would tell an answer"
_ANSWERED = "every question waits for an answer; “Prefer not to answer” may be one of the options"
_CHECKED = "answers are not checked but for a whole number's range"
_EVERY_OPTION = "every respondent sees every option, in the order of the file"
_OTHER = "what someone writes cannot be denied; “Something else” may be one of the options"
_SPECIAL = (
    "put it among the options if you want it; “choose all that apply” always has “None of these”"
)
_COMPUTED = "nothing is computed from answers, which stay in the respondent's browser"
_LOOK = "how a question looks follows from its kind"
_HEADING = "pages and panels have no headings; put what matters into the questions"

REASONS = {
    "visible": _SKIPPED,
    "visibleIf": _SKIPPED,
    "enableIf": _SKIPPED,
    "requiredIf": _ANSWERED,
    "isRequired": _ANSWERED,
    "requiredErrorText": _ANSWERED,
    "validators": _CHECKED,
    "description": "there are no hints; put what matters into the question",
    "defaultValue": "no answer is chosen beforehand",
    "defaultValueExpression": "no answer is chosen beforehand",
    "correctAnswer": "no answer is right or wrong here",
    "choicesByUrl": "nothing is loaded from another host",
    "imageLink": "there are no pictures, sounds or films",
    "logo": "there are no pictures, sounds or films",
    "triggers": _COMPUTED,
    "calculatedValues": _COMPUTED,
    "title": _HEADING,
} | {
    name: reason
    for reason, names in {
        _OTHER: "hasOther showOtherItem otherText hasComment showCommentArea commentText",
        _SPECIAL: "hasNone showNoneItem noneText hasSelectAll showSelectAllItem selectAllText "
        "showRefuseItem refuseText showDontKnowItem dontKnowText",
        _EVERY_OPTION: "choicesOrder choicesVisibleIf choicesEnableIf maxSelectedChoices "
        "minSelectedChoices",
        _LOOK: "colCount rateType displayMode renderAs width minWidth maxWidth startWithNewLine "
        "titleLocation descriptionLocation placeholder",
    }.items()
    for name in names.split()
}
_UNKNOWN = "it has no counterpart here"

# What these mean when they are false is what happens here anyway.
SWITCHED_OFF = {
    "isRequired",
    "hasOther",
    "showOtherItem",
    "hasComment",
    "showCommentArea",
    "hasNone",
    "showNoneItem",
    "hasSelectAll",
    "showSelectAllItem",
    "showRefuseItem",
    "showDontKnowItem",
}


@dataclass
class Properties:
    """What of an element is not yet taken over, and its path in the file.

    Texts are read in the language "default", else in the survey's, else in the first.
    """

    place: str
    values: dict[str, Any]
    language: str
    taken: TakenOver

    def take(self, name: str) -> Any:
        return self.values.pop(name, None)

    def text(self, name: str) -> str:
        """A property as text, taken out; "" if it is none. Its other languages are listed."""
        value = self.values.get(name)
        text = as_text(value)
        if isinstance(value, Mapping):
            languages = ("default", self.language, *value)
            read = next((each for each in languages if each in value), None)
            text = as_text(value.get(read))
            for other in value:
                if other != read:
                    place = f"{self.place}.{name}".removeprefix(".")
                    what = f"translation {shown(other)}"
                    self.taken.leave_out(place, what, "a survey has one language")
        if text or value == "":
            self.take(name)
        return text

    def leave_out_rest(self, place: str) -> None:
        """Lists what nobody took."""
        for name, value in self.values.items():
            if value is not None and not (value is False and name in SWITCHED_OFF):
                self.taken.leave_out(place, shown(name), REASONS.get(name, _UNKNOWN))


def as_text(value: Any) -> str:
    """A text, or a number or truth value as JSON writes it; "" for anything else."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        # 1E+999999 is short in the file, and a million digits in full.
        return format(value, "f") if abs(value.adjusted()) < 20 else str(value)
    if isinstance(value, int):
        return str(value)
    return value.replace("\t", " ").strip() if isinstance(value, str) else ""
