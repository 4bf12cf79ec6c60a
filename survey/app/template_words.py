"""The filters, functions and tests that templates can use beside Jinja's and the languages'."""

from flask import Flask

from survey.core.instrument import digest_forms
from survey.core.ready_made import demo_survey
from survey.core.responses import join_codes
from survey.store.stamps import survey_stamp
from survey.text import figures
from survey.text.interval_words import INTERVAL_WORDS
from survey.text.question_meanings import meaning, says_nothing_before
from survey.web.authoring.limits_form import form_as_stored
from survey.web.charts import picture_files
from survey.web.charts.axis import GLANCE, HERO, PAGE_ROOM
from survey.web.http import forms, refusal, sessions
from survey.web.i18n import language_names, page_language
from survey.web.respondent.script_messages import messages
from survey.web.running import closing_date, closing_time, limits, rehearsal

# Of survey.text.figures.Figures, in the language of the page.
FIGURES = ("percent", "exact_percent", "points", "plain", "truth_probability", "whole")


def register_template_words(app: Flask) -> None:
    """Lets every template use these, and removes the blank lines that tags would leave."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        **{name: page_language.writer_of(name) for name in FIGURES},
        epsilon_in_words=page_language.writer_of("epsilon"),
        mean=page_language.writer_of("number"),
        gamma_in_words=figures.gamma_in_words,
        as_epsilon=page_language.as_epsilon,
        suspicion=page_language.suspicion,
        labels=page_language.labels,
        spaced_code=join_codes.spaced_code,
        short_form=digest_forms.short_form,
        fingerprint=digest_forms.fingerprint,
        meaning=page_language.said(meaning),
        says_nothing=page_language.said(says_nothing_before),
        with_paint=picture_files.with_paint,
        stamp=survey_stamp,
        seconds_left=closing_time.seconds_left,
        on_a_clock=closing_time.on_a_clock,
        soon=closing_time.soon,
        closes_in_utc=closing_time.in_utc,
        limits_in_words=limits.limits_of,
        choice_of_limits=limits.choice_of,
        language_name=language_names.language_name,
    )
    app.jinja_env.globals.update(
        interval_words=INTERVAL_WORDS,
        language_choices=language_names.language_choices,
        messages=messages,
        page_room=PAGE_ROOM,
        glance=GLANCE,
        hero=HERO,
        # For the text of a variable: `_` is for a sentence of the template itself, as safe HTML.
        translated=page_language.translated,
        untranslated=page_language.untranslated,
        closing_minutes=closing_time.MINUTES,
        limits_form=form_as_stored,
        rehearsal_panel=rehearsal.panel,
        demo_truth=demo_survey.truth_in_words,
        takes_cursor=forms.takes_cursor,
        refused_at=refusal.refused_at,
        typed=refusal.typed,
        is_chosen=refusal.is_chosen,
        is_known_zone=closing_date.is_known,
        signed_in=sessions.session_is_open,
        owner_name=sessions.owner_name,
    )
