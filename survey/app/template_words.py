"""What templates can call: filters, functions and tests beside those of Jinja and the languages."""

from functools import partial

from flask import Flask
from flask_babel import gettext

from survey.core import codes
from survey.core import demo
from survey.core import reading
from survey.core import sentences
from survey.core.question_sentences import meaning
from survey.core.question_sentences import says_nothing_before
from survey.web import account
from survey.web import closing
from survey.web import language_names
from survey.web import picture_files
from survey.web import wording
from survey.web.interval_words import interval_name
from survey.web.refusals import untranslated
from survey.web.script_messages import messages
from survey.web.voice import VOICE


def register_template_words(app: Flask) -> None:
    """Lets every template use these, and leaves no blank lines where its tags stood."""
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.filters.update(
        percent=wording.percent,
        exact_percent=wording.exact_percent,
        points=wording.points,
        truth_probability=wording.truth_probability,
        other_probability=wording.other_probability,
        odds_in_words=wording.odds_in_words,
        whole=wording.whole,
        gamma_in_words=sentences.gamma_in_words,
        epsilon_in_words=sentences.epsilon_in_words,
        as_epsilon=wording.as_epsilon,
        labels=wording.labels,
        spaced_code=codes.spaced_code,
        mean=wording.mean,
        ends=partial(reading.ends_in_words, voice=VOICE),
        possible_ends=partial(reading.possible_ends_in_words, voice=VOICE),
        meaning=meaning,
        says_nothing=says_nothing_before,
        with_paint=picture_files.with_paint,
        seconds_left=closing.seconds_left,
        on_a_clock=closing.on_a_clock,
        language_name=language_names.language_name,
    )
    app.jinja_env.globals.update(
        interval_name=interval_name,
        language_choices=language_names.language_choices,
        messages=messages,
        # For what a variable holds: `_` takes a sentence of the template itself, as safe HTML.
        translated=gettext,
        untranslated=untranslated,
        closing_minutes=closing.MINUTES,
        demo_truth=demo.truth_in_words(),
        signed_in=account.session_is_open,
    )
    app.jinja_env.tests["demo"] = demo.is_demo
    app.jinja_env.tests["telling"] = reading.tells
