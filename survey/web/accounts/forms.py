"""The forms of signing in and of passwords."""

from flask_babel import lazy_gettext as _
from flask_wtf import FlaskForm
from wtforms import PasswordField, StringField
from wtforms.validators import EqualTo, InputRequired, Length

from survey.store.models import LONGEST_NAME
from survey.translations.marked import N_

SHORTEST_PASSWORD = 10


LONGEST_PASSWORD = 1000  # hashing a longer one would only cost time


class PasswordForm(FlaskForm):
    """A new password, typed twice."""

    password = PasswordField(
        N_("New password"),
        description=_(
            "At least %(fewest)s characters; several words are good.",
            fewest=SHORTEST_PASSWORD,
        ),
        validators=[
            InputRequired(N_("Please choose a password.")),
            Length(
                SHORTEST_PASSWORD,
                LONGEST_PASSWORD,
                _(
                    "Please use at least %(fewest)s characters.",
                    fewest=SHORTEST_PASSWORD,
                ),
            ),
        ],
        render_kw={"autocomplete": "new-password"},
    )
    again = PasswordField(
        N_("The same password again"),
        validators=[EqualTo("password", N_("The two passwords differ."))],
        render_kw={"autocomplete": "new-password"},
    )


class ChangePasswordForm(PasswordForm):
    """A new password, and the current one: an unattended browser is not enough."""

    current = PasswordField(
        N_("Your current password"),
        validators=[
            InputRequired(N_("Please type your current password.")),
            Length(max=LONGEST_PASSWORD, message=N_("No password here is that long.")),
        ],
        render_kw={"autocomplete": "current-password"},
    )


class SignInForm(FlaskForm):
    """The instructor's password, and their name if there are several."""

    instructor = StringField(
        N_("Name"),
        validators=[
            InputRequired(N_("Please type your name.")),
            Length(max=LONGEST_NAME, message=N_("No name here is that long.")),
        ],
        render_kw={"autocomplete": "username", "autocapitalize": "none", "spellcheck": "false"},
    )

    password = PasswordField(
        "Password",
        validators=[
            InputRequired(N_("Please type your password.")),
            Length(max=LONGEST_PASSWORD, message="No password here is that long."),
        ],
        render_kw={"autocomplete": "current-password", "autofocus": True},
    )
