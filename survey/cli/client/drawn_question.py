"""One question each: which one this computer asks, drawn once for a survey and remembered."""

from pathlib import Path

from survey.cli.client.state_files import keep_first, state_file
from survey.core.instrument.instrument import Instrument
from survey.core.mechanism.randomize import system_word, uniform_below
from survey.errors import DataError


def drawn_place(address: str, instrument: Instrument) -> int:
    """The place, from 0, of the question that is asked here.

    It is on disk before anything is shown; another run finds the same one.
    """
    file, questions = question_file(address, instrument), len(instrument.questions)
    if not file.exists():
        keep_first(file, str(uniform_below(questions, system_word)).encode())
    kept = file.read_bytes()
    if kept.isdigit() and int(kept) < questions:
        return int(kept)
    raise DataError(f"{file} is damaged. Run this again with --forget, and then answer.")


def question_file(address: str, instrument: Instrument) -> Path:
    """Where it is remembered."""
    return state_file(address, instrument.digest, "question")
