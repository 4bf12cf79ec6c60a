"""The fields of one question in the form to compose on, and the question that they describe."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from wtforms import FieldList, Form, SelectChoice, SelectField, StringField, TextAreaField

from survey.core.instrument.validation import DEFAULT_GAMMA, LONGEST_QUESTION
from survey.core.kinds.kind import MOST_OPTIONS
from survey.core.kinds.rating import HIGHEST_RATING
from survey.core.kinds.registry import DEFAULT_KIND, KINDS
from survey.text.kind_words import WORDS
from survey.web.http.forms import NO_AUTOFILL

# Each with the names of its kind's fields: the style sheet shows those and no others.
CHOICES = [
    SelectChoice(
        name,
        WORDS[name].label,
        render_kw={"data-fields": " ".join(field.name for field in kind.fields)},
    )
    for name, kind in KINDS.items()
]
WHOLE = {"inputmode": "numeric", "maxlength": 9, **NO_AUTOFILL}


class QuestionForm(Form):
    """One question of the questionnaire; fields that its kind does not have are ignored."""

    # core.instrument's `validate` refuses an unknown kind, so the form does not.
    kind = SelectField("Kind", choices=CHOICES, default=DEFAULT_KIND.name, validate_choice=False)
    text = StringField("Question", render_kw={"maxlength": LONGEST_QUESTION, **NO_AUTOFILL})
    options = TextAreaField(
        "Options",
        description=f"One a line, up to {MOST_OPTIONS}. “Prefer not to answer” may be one of them.",
        render_kw={"rows": 4, **NO_AUTOFILL},
    )
    low = StringField("Lowest number", default="0", render_kw=WHOLE)
    high = StringField("Highest number", default="100", render_kw=WHOLE)
    highest = StringField(
        "Highest rating",
        default="5",
        description=f"Up to {HIGHEST_RATING}; the lowest is 1. Say in the question what they mean.",
        render_kw=WHOLE,
    )
    gamma = StringField(
        "Privacy (γ)",
        default=DEFAULT_GAMMA,
        description="Truth is sent with odds (1/2\xa0+\xa0γ) : (1/2\xa0−\xa0γ). "
        "Smaller is more private.",
        render_kw={"maxlength": 15, "list": "gammas", **NO_AUTOFILL},
    )


def question_document(entry: Mapping[str, Any]) -> dict[str, Any]:
    """The values typed for one question, raw as `validate` takes them."""
    kind = entry.get("kind") or DEFAULT_KIND.name
    document: dict[str, Any] = {
        "kind": kind,
        "text": entry.get("text") or "",
        "gamma": entry.get("gamma") or "",
    }
    for field in KINDS[kind].fields if kind in KINDS else ():
        document[field.name] = entry.get(field.name) or ""
    if "options" in document:
        lines = document["options"].replace("\r\n", "\n").split("\n")
        document["options"] = [line for line in lines if line.strip()]
    return document


def question_entry(question: Mapping[str, Any]) -> dict[str, Any]:
    """A question's document as the form's values; the fields of other kinds keep their defaults."""
    entry = {name: str(value) for name, value in question.items()}
    if "options" in question:
        entry["options"] = "\n".join(question["options"])
    return entry


class QuestionList(FieldList):
    """Takes only ASCII digits in field names: FieldList takes "²" for a number, and fails on it."""

    def _extract_indices(self, prefix: str, formdata: Iterable[str]) -> Iterator[int]:
        plain = re.compile(rf"{re.escape(prefix)}-\d{{1,3}}-", re.ASCII)
        names = [name for name in formdata if plain.match(name)]
        found: Iterator[int] = super()._extract_indices(prefix, names)
        return found
