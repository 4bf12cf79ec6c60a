"""The filters, functions and tests that templates can use beside Jinja's and the languages'."""

from flask import Flask
from flask_babel import gettext

from survey.core.demo import survey
from survey.core.instrument import digest_forms
from survey.core.responses import join_codes
from survey.text import number_format
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.question_meanings import meaning, says_nothing_before
from survey.web.accounts import sign_in
from survey.web.charts import files
from survey.web.i18n import language_names, localized_numbers
from survey.web.i18n.error_texts import untranslated
from survey.web.respondent.script_messages import messages
from survey.web.running import closing_time, rehearsal


def register_template_words(app: Flask) -> None:
    """Lets every template use these, and removes the blank lines that tags would leave."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        percent=localized_numbers.percent,
        exact_percent=localized_numbers.exact_percent,
        points=localized_numbers.points,
        truth_probability=localized_numbers.truth_probability,
        odds_in_words=localized_numbers.odds_in_words,
        whole=localized_numbers.whole,
        gamma_in_words=number_format.gamma_in_words,
        epsilon_in_words=number_format.epsilon_in_words,
        as_epsilon=localized_numbers.as_epsilon,
        labels=localized_numbers.labels,
        spaced_code=join_codes.spaced_code,
        short_form=digest_forms.short_form,
        fingerprint=digest_forms.fingerprint,
        mean=localized_numbers.mean,
        meaning=meaning,
        says_nothing=says_nothing_before,
        with_paint=files.with_paint,
        seconds_left=closing_time.seconds_left,
        on_a_clock=closing_time.on_a_clock,
        language_name=language_names.language_name,
    )
    app.jinja_env.globals.update(
        interval_words=INTERVAL_WORDS,
        language_choices=language_names.language_choices,
        messages=messages,
        # For the text of a variable: `_` is for a sentence of the template itself, as safe HTML.
        translated=gettext,
        untranslated=untranslated,
        closing_minutes=closing_time.MINUTES,
        rehearsal_panel=rehearsal.panel,
        demo_truth=survey.truth_in_words,
        signed_in=sign_in.session_is_open,
    )
    app.jinja_env.tests["demo"] = survey.is_demo
