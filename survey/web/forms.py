"""Every form an instructor fills in."""

import re
from collections.abc import Mapping
from typing import Any

from flask_wtf import FlaskForm
from flask_wtf.file import FileField
from flask_wtf.file import FileRequired
from wtforms import BooleanField
from wtforms import Field
from wtforms import FieldList
from wtforms import Form
from wtforms import FormField
from wtforms import IntegerField
from wtforms import PasswordField
from wtforms import StringField
from wtforms import TextAreaField
from wtforms.validators import EqualTo
from wtforms.validators import InputRequired
from wtforms.validators import Length
from wtforms.validators import NumberRange

from survey.core.instrument import DEFAULT_CLASS_SIZE
from survey.core.instrument import DEFAULT_GAMMA
from survey.core.instrument import LONGEST_QUESTION
from survey.core.instrument import LONGEST_TITLE
from survey.core.instrument import MOST_QUESTIONS
from survey.core.instrument import Instrument

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000  # hashing a longer one would only cost time

NO_AUTOFILL = {"autocomplete": "off"}


class QuestionForm(Form):
    """One question of the questionnaire."""

    text = StringField("Question", render_kw={"maxlength": LONGEST_QUESTION, **NO_AUTOFILL})
    gamma = StringField(
        "Privacy (γ)",
        default=DEFAULT_GAMMA,
        description="Truth is sent with probability 1/2 + γ. Smaller is more private.",
        render_kw={"maxlength": 15, "list": "gammas", **NO_AUTOFILL},
    )


class QuestionList(FieldList):
    """Takes plain numbers in names: FieldList takes "²" for one, and then fails on it."""

    def _extract_indices(self, prefix, formdata):
        plain = re.compile(rf"{re.escape(prefix)}-\d{{1,3}}-", re.ASCII)
        return super()._extract_indices(prefix, [name for name in formdata if plain.match(name)])


class ComposeForm(FlaskForm):
    """The questionnaire; survey.core.instrument.validate decides what is allowed."""

    title = StringField("Title", render_kw={"maxlength": LONGEST_TITLE, **NO_AUTOFILL})
    introduction = TextAreaField(
        "Introduction", description="Optional: what you ask, and why.", render_kw={"rows": 3}
    )
    class_size = StringField(
        "Class size",
        default=str(DEFAULT_CLASS_SIZE),
        description="How many respondents you expect.",
        render_kw={"inputmode": "numeric", "maxlength": 10, **NO_AUTOFILL},
    )
    questions = QuestionList(FormField(QuestionForm), min_entries=1, max_entries=MOST_QUESTIONS)

    @classmethod
    def of(cls, instrument: Instrument) -> "ComposeForm":
        """The form filled in with an instrument."""
        return cls(
            data={
                "title": instrument.title,
                "introduction": instrument.introduction,
                "class_size": str(instrument.class_size),
                "questions": [
                    {"text": question.text, "gamma": str(question.gamma)}
                    for question in instrument.questions
                ],
            }
        )

    def document(self) -> dict[str, Any]:
        """What was typed, as the raw values that `validate` takes."""
        return {
            "title": self.title.data or "",
            "introduction": self.introduction.data or "",
            "class_size": self.class_size.data or "",
            "questions": [
                {"text": entry["text"] or "", "gamma": entry["gamma"] or ""}
                for entry in self.questions.data
            ],
        }

    def show_errors(self, errors: Mapping[str, str]) -> None:
        """Puts each sentence at its field; what has no field goes to the title."""
        for name, sentence in errors.items():
            field = self._field(name)
            field.errors = [*field.errors, sentence]

    def _field(self, name: str) -> Field:
        match name.split("."):
            case ["questions", number, part] if part in {"text", "gamma"}:
                return self.questions[int(number) - 1].form[part]
            case [part] if part in {"introduction", "class_size"}:
                return self[part]
        return self.title


class InstrumentFileForm(FlaskForm):
    """A questionnaire as a TOML file."""

    file = FileField("TOML file", validators=[FileRequired("Please choose a file.")])


class PasswordForm(FlaskForm):
    """A new password, typed twice."""

    password = PasswordField(
        "New password",
        description=f"At least {SHORTEST_PASSWORD} characters; several words are good.",
        validators=[
            InputRequired("Please choose a password."),
            Length(
                SHORTEST_PASSWORD,
                LONGEST_PASSWORD,
                f"Please use at least {SHORTEST_PASSWORD} characters.",
            ),
        ],
        render_kw={"autocomplete": "new-password"},
    )
    again = PasswordField(
        "The same password again",
        validators=[EqualTo("password", "The two passwords differ.")],
        render_kw={"autocomplete": "new-password"},
    )


class SignInForm(FlaskForm):
    """The instructor's password."""

    password = PasswordField(
        "Password",
        validators=[
            InputRequired("Please type your password."),
            Length(max=LONGEST_PASSWORD, message="That is longer than any password here."),
        ],
        render_kw={"autocomplete": "current-password", "autofocus": True},
    )


class SharingForm(FlaskForm):
    """Who sees results, and from when on."""

    results_public = BooleanField(
        "Anyone with the code may see the results",
    )
    fewest_responses = IntegerField(
        "Hide results below this many responses",
        validators=[
            NumberRange(1, 1_000_000, "Please give a whole number, 1 or more."),
        ],
        render_kw={"inputmode": "numeric"},
    )


class DeleteForm(FlaskForm):
    """Deleting needs the join code typed."""

    code = StringField("Join code", render_kw=NO_AUTOFILL)
