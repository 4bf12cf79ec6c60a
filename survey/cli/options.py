"""Options that several commands share."""

import os
from pathlib import Path

import click

from survey.app.config import data_folder

data_option = click.option(
    "--data",
    type=click.Path(file_okay=False, path_type=Path),
    default=lambda: data_folder(os.environ),
    show_default="$SURVEY_DATA, else ./instance",
    help="The instance folder: database and secret.",
)
