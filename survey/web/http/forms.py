"""The short forms that instructors fill in; survey.web.authoring has the long ones."""

import re

from flask_wtf import FlaskForm
from wtforms import BooleanField, IntegerField, PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, Length, NumberRange, ValidationError

from survey.core.instrument.instructor_names import LONGEST_NAME
from survey.core.responses.tokens import MOST_AT_ONCE
from survey.text.privacy_budget import LARGEST_LIMIT

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000  # hashing a longer one would only cost time

NO_AUTOFILL = {"autocomplete": "off"}

# With as many decimals as pages show of an ε.
_LIMIT = re.compile(r"\d{1,4}(\.\d{1,2})?|\.\d{1,2}", re.ASCII)


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


class ChangePasswordForm(PasswordForm):
    """A new password, and the current one: an unattended browser is not enough."""

    current = PasswordField(
        "Your password until now",
        validators=[
            InputRequired("Please type your password until now."),
            Length(max=LONGEST_PASSWORD, message="That is longer than any password here."),
        ],
        render_kw={"autocomplete": "current-password"},
    )


class SignInForm(FlaskForm):
    """The instructor's password, and their name if there are several."""

    instructor = StringField(
        "Name",
        validators=[
            InputRequired("Please type your name."),
            Length(max=LONGEST_NAME, message="That is longer than any name here."),
        ],
        render_kw={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"},
    )

    password = PasswordField(
        "Password",
        validators=[
            InputRequired("Please type your password."),
            Length(max=LONGEST_PASSWORD, message="That is longer than any password here."),
        ],
        render_kw={"autocomplete": "current-password", "autofocus": True},
    )


class SharingForm(FlaskForm):
    """Who sees results, and from how many responses on."""

    results_public = BooleanField(
        "Anyone with the code may see the results; once closed, every report",
    )
    fewest_responses = IntegerField(
        "Hide results below this many responses",
        validators=[
            NumberRange(1, 1_000_000, "Please give a whole number, 1 or more."),
        ],
        render_kw={"inputmode": "numeric"},
    )


class TokensForm(FlaskForm):
    """How many tokens to issue."""

    count = IntegerField(
        "How many slips",
        description="A few more than there are people, so that the last ones draw too.",
        validators=[
            NumberRange(1, MOST_AT_ONCE, f"Please give a whole number from 1 to {MOST_AT_ONCE:,}."),
        ],
        render_kw={"inputmode": "numeric"},
    )


class DeleteForm(FlaskForm):
    """Deletes a survey once its join code is typed."""

    code = StringField("Join code", render_kw=NO_AUTOFILL)


class SettingsForm(FlaskForm):
    """Settings for all surveys of an instructor."""

    largest_epsilon = StringField(
        "Largest ε for one survey",
        description=(
            "ε adds up over the questions: it says how much all reports of one respondent reveal "
            "together. Three yes/no questions at γ = 1/4 make 3.30. A survey above this limit "
            "cannot be published. Leave the field empty for no limit."
        ),
        render_kw={"inputmode": "decimal", **NO_AUTOFILL},
    )

    @property
    def limit(self) -> float | None:
        """The typed number, None if the field is empty; only a valid form has it."""
        typed = (self.largest_epsilon.data or "").strip()
        return float(typed) if typed else None

    def validate_largest_epsilon(self, field: StringField) -> None:
        typed = (field.data or "").strip()
        if typed and not (_LIMIT.fullmatch(typed) and 0 < float(typed) <= LARGEST_LIMIT):
            raise ValidationError(
                f"Please give a number from 0.01 to {LARGEST_LIMIT}, with two decimals at most, "
                "such as 3.30, or leave the field empty."
            )
