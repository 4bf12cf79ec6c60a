"""The warnings in a terminal: of weak odds, also for respondents; of questions that repeat."""

import click

from survey.core.instrument.instrument import Instrument
from survey.text.survey_protection import repeats_in_words
from survey.text.suspicion import weak_odds_warnings


def warn(instrument: Instrument) -> None:
    """Prints in red, for each question with odds above 9, what they mean."""
    for warning in weak_odds_warnings(instrument):
        click.secho(warning, fg="red", err=True)


def warn_instructor(instrument: Instrument) -> None:
    """Prints in red what an instructor should look at: weak odds, and repeated questions."""
    warn(instrument)
    for sentence in repeats_in_words(instrument):
        click.secho(sentence, fg="red", err=True)
