"""The warning of weak odds, for instructors and for respondents in a terminal."""

import click

from survey.core.instrument.instrument import Instrument
from survey.text.suspicion import weak_odds_warnings


def warn(instrument: Instrument) -> None:
    """Prints in red, for each question with odds above 9, what they mean."""
    for warning in weak_odds_warnings(instrument):
        click.secho(warning, fg="red", err=True)
