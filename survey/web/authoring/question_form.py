"""The fields of one question in the form to compose on, and the question that they describe."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from flask_babel import gettext
from flask_babel import lazy_gettext as _
from flask_babel.speaklater import LazyString
from wtforms import (
    BooleanField,
    FieldList,
    Form,
    RadioField,
    SelectChoice,
    SelectField,
    StringField,
    TextAreaField,
)

from survey.core.instrument.known_share import LONGEST_SOURCE
from survey.core.instrument.limits import DEFAULT_GAMMA, LONGEST_QUESTION
from survey.core.kinds.kind import Kind
from survey.core.kinds.rating import HIGHEST_RATING
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.text.kinds.kind_words import WORDS
from survey.text.privacy_levels import LEVELS
from survey.translations.marked import N_
from survey.web.authoring.declining import DECLINABLE, accepts_declining, offers_declining
from survey.web.http.forms import NO_AUTOFILL
from survey.web.i18n.number_fields import plain_whole


def _shown(name: str, kind: Kind) -> list[str]:
    """The names of the fields that belong to a kind."""
    shown = [field.name for field in kind.fields] + (["decline"] if name in DECLINABLE else [])
    return [*shown, "known"] if kind is DEFAULT_KIND else shown


def _kinds() -> list[SelectChoice]:
    """The kinds, each with the names of its fields; the style sheet shows those alone."""
    return [
        SelectChoice(
            name,
            gettext(WORDS[name].label),
            render_kw={"data-fields": " ".join(_shown(name, kind))},
        )
        for name, kind in KINDS.items()
    ]


def _how_many_options() -> str:
    """How many options a question may have; a kind that takes fewer than others is named."""
    most = {name: field.most for name, kind in KINDS.items() if (field := kind.options_field)}
    largest = max(most.values())
    said = [gettext("One per line, up to %(most)s.", most=largest)]
    for name, number in most.items():
        if number < largest:
            label = gettext(WORDS[name].label)
            said.append(f"{label}: {number}.")
    return " ".join(said)


_PLACE = re.compile(r"-\d{1,3}-", re.ASCII)  # in the names of a question's fields
WHOLE = {"inputmode": "numeric", "maxlength": 20, **NO_AUTOFILL}
# The numeric keys of a phone have no minus.
ANY_WHOLE = {"inputmode": "text", "maxlength": 20, **NO_AUTOFILL}


class QuestionForm(Form):
    """One question of the questionnaire; fields that its kind does not have are ignored."""

    # core.instrument's `validate` refuses an unknown kind, so the form does not.
    kind = SelectField(N_("Kind"), choices=_kinds, default=DEFAULT_KIND.name, validate_choice=False)
    text = StringField(N_("Question"), render_kw={"maxlength": LONGEST_QUESTION, **NO_AUTOFILL})
    options = TextAreaField(
        N_("Options"),
        description=LazyString(_how_many_options),
        render_kw={"rows": 4, **NO_AUTOFILL},
    )
    low = StringField(N_("Lowest number"), default="0", filters=[plain_whole], render_kw=ANY_WHOLE)
    high = StringField(
        N_("Highest number"), default="100", filters=[plain_whole], render_kw=ANY_WHOLE
    )
    highest = StringField(
        N_("Highest rating"),
        default="5",
        description=_(
            "Up to %(highest)s; the lowest is 1. Say in the question what they mean.",
            highest=HIGHEST_RATING,
        ),
        filters=[plain_whole],
        render_kw=WHOLE,
    )
    decline = BooleanField(N_("Offer “I prefer not to answer”"))
    level = RadioField(
        N_("Protection"),
        choices=[SelectChoice(str(level.gamma), level.name) for level in LEVELS],
        default=DEFAULT_GAMMA,
        validate_choice=False,
    )
    gamma = StringField(
        N_("γ of this question"),
        description=N_(
            "Replaces the level above. The truth is sent with odds (1/2\xa0+\xa0γ) : "
            "(1/2\xa0−\xa0γ). A smaller γ is more private."
        ),
        render_kw={"maxlength": 15, "list": "gammas", **NO_AUTOFILL},
    )
    known = StringField(
        N_("Share of yes that is known"),
        description=N_(
            "For “Does your slip bear a star?” write 1/4: that share of the slips then bears a "
            "star. The reports show how many do not use the coin."
        ),
        render_kw={"maxlength": 15, **NO_AUTOFILL},
    )
    known_source = StringField(
        N_("Where the share is known from"),
        description=N_(
            "Leave it empty for stars. Otherwise name the figure's source, such as a statistic "
            "of birthdays."
        ),
        render_kw={"maxlength": LONGEST_SOURCE, **NO_AUTOFILL},
    )


def question_document(entry: Mapping[str, Any], language: str = "") -> dict[str, Any]:
    """The values typed for one question, in the raw form that `validate` takes.

    The option not to answer is written in the questionnaire's `language`.
    """
    kind = entry.get("kind") or DEFAULT_KIND.name
    document: dict[str, Any] = {
        "kind": kind,
        "text": entry.get("text") or "",
        "gamma": (entry.get("gamma") or "").strip() or entry.get("level") or DEFAULT_GAMMA,
    }
    for field in KINDS[kind].fields if kind in KINDS else ():
        document[field.name] = entry.get(field.name) or ""
    if kind == DEFAULT_KIND.name:
        typed = {name: (entry.get(name) or "").strip() for name in ("known", "known_source")}
        document |= {name: text for name, text in typed.items() if text}
    if "options" in document:
        lines = document["options"].replace("\r\n", "\n").split("\n")
        document["options"] = [line for line in lines if line.strip()]
    return offers_declining(document, language) if entry.get("decline") else document


def question_entry(question: Mapping[str, Any], language: str) -> dict[str, Any]:
    """A question's document as the form's values; the fields of other kinds keep their defaults."""
    question, declines = accepts_declining(question, language)
    entry: dict[str, Any] = {name: str(value) for name, value in question.items()}
    if "options" in question:
        entry["options"] = "\n".join(question["options"])
    if entry.get("gamma") in {str(level.gamma) for level in LEVELS}:
        entry["level"] = entry.pop("gamma")
    return entry | {"decline": declines}


class QuestionList(FieldList):
    """Takes only ASCII digits in field names: FieldList takes "²" for a number, and fails on it."""

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        names = [
            name for name in formdata if name.startswith(prefix) and _PLACE.match(name, len(prefix))
        ]
        found: Iterator[int] = super()._extract_indices(prefix, names)
        return found
