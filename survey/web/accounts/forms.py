"""The forms of signing in and of passwords."""

from flask_wtf import FlaskForm
from wtforms import PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, Length

from survey.store.models import LONGEST_NAME

SHORTEST_PASSWORD = 10


LONGEST_PASSWORD = 1000  # hashing a longer one would only cost time


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
