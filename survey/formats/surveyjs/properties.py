"""The properties of a SurveyJS element: those taken over, and those without a counterpart."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from survey.formats import reasons
from survey.formats.import_result import FileQuestionnaire, shown
from survey.formats.surveyjs.languages_of_texts import Languages
from survey.translations.marked import N_

_EVERY_OPTION = N_("every respondent sees every option, in the order of the file")
_ANY_NUMBER = N_("any number of options may be chosen here")
_SPECIAL = N_(
    "put it among the options if you want it; “choose all that apply” always has “None of these”"
)
_HEADING = N_("pages and panels have no headings; put what matters into the questions")

REASONS = {
    "visible": reasons.SKIPPED,
    "visibleIf": reasons.SKIPPED,
    "enableIf": reasons.SKIPPED,
    "requiredIf": reasons.ANSWERED,
    "isRequired": reasons.ANSWERED,
    "requiredErrorText": reasons.ANSWERED,
    "validators": reasons.CHECKED,
    "description": reasons.HINT,
    "defaultValue": reasons.BEFOREHAND,
    "defaultValueExpression": reasons.BEFOREHAND,
    "correctAnswer": reasons.RIGHT,
    "choicesByUrl": N_("nothing is loaded from another host"),
    "imageLink": reasons.MEDIA,
    "logo": reasons.MEDIA,
    "triggers": reasons.COMPUTED,
    "calculatedValues": reasons.COMPUTED,
    "title": _HEADING,
    "openly": reasons.RANDOMIZED,
} | {
    name: reason
    for reason, names in {
        reasons.OTHER: "hasOther showOtherItem otherText hasComment showCommentArea commentText",
        _SPECIAL: "hasNone showNoneItem noneText hasSelectAll showSelectAllItem selectAllText "
        "showRefuseItem refuseText showDontKnowItem dontKnowText",
        _EVERY_OPTION: "choicesOrder choicesVisibleIf choicesEnableIf",
        _ANY_NUMBER: "maxSelectedChoices minSelectedChoices",
        reasons.LOOK: "colCount rateType displayMode renderAs width minWidth maxWidth "
        "startWithNewLine titleLocation descriptionLocation placeholder rateColorMode "
        "scaleColorMode showLabels labelCount labelFormat customLabels tooltipVisibility "
        "tooltipFormat",
        reasons.COMPUTED: "minValueExpression maxValueExpression",
    }.items()
    for name in names.split()
}

# False in one of these asks for something that this app does anyway.
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
    """The properties of an element that are not yet taken over, and its path in the file.

    Every text that is read adds its (tag, text, translation) to `translated`.
    """

    place: str
    values: dict[str, Any]
    languages: Languages
    taken: FileQuestionnaire
    translated: list[tuple[str, str, str]] = field(default_factory=list)

    def take(self, name: str) -> Any:
        return self.values.pop(name, None)

    def text(self, name: str) -> str:
        """Takes a property out as text; "" if it is not a text."""
        value = self.values.get(name)
        text = self._in_its_language(name, value) if isinstance(value, Mapping) else as_text(value)
        if text or value == "":
            self.take(name)
        return text

    def _in_its_language(self, name: str, value: Mapping[str, Any]) -> str:
        """The text in the survey's own language; stores translations, lists unknown languages."""
        read = self.languages.read(value)
        text = "" if read is None else as_text(value.get(read))
        there = next((key for key, other in value.items() if as_text(other)), None)
        if not text and there is not None:
            read, text = there, as_text(value[there])
        if read is not None and self.languages.own not in (None, self.languages.tag(read)):
            place = f"{self.place}.{name}".removeprefix(".")
            why = N_(
                "it has no text in %(own)s, so “%(read)s” stands here",
                own=str(self.languages.own),
                read=shown(read),
            )
            self.taken.leave_out(place, shown(name), why)
        for key, other in value.items():
            if key == read or other == "":
                continue
            tag = self.languages.tag(key)
            if tag is None or tag == self.languages.own:
                place = f"{self.place}.{name}".removeprefix(".")
                why = (
                    N_("this is no language's code")
                    if tag is None
                    else N_("another text is read for it")
                )
                self.taken.leave_out(place, f"translation {shown(key)}", why)
            else:
                self.translated.append((tag, text, as_text(other)))
        return text

    def leave_out_rest(self, place: str) -> None:
        """Lists the properties that were not taken out."""
        for name, value in self.values.items():
            if value is not None and not (value is False and name in SWITCHED_OFF):
                self.taken.leave_out(place, shown(name), REASONS.get(name, reasons.UNKNOWN))


def as_text(value: Any) -> str:
    """A text, or a number or truth value as JSON writes it; "" for anything else."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, Decimal):
        # 1E+999999 is short in the file, but written out it has a million digits.
        return format(value, "f") if abs(value.adjusted()) < 20 else str(value)
    if isinstance(value, int):
        return str(value)
    return value.replace("\t", " ").strip() if isinstance(value, str) else ""
