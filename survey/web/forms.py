"""The short forms an instructor fills in; composing has a module of its own."""

from flask_wtf import FlaskForm
from wtforms import BooleanField
from wtforms import IntegerField
from wtforms import PasswordField
from wtforms import StringField
from wtforms.validators import EqualTo
from wtforms.validators import InputRequired
from wtforms.validators import Length
from wtforms.validators import NumberRange

SHORTEST_PASSWORD = 10
LONGEST_PASSWORD = 1000  # hashing a longer one would only cost time

NO_AUTOFILL = {"autocomplete": "off"}


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
