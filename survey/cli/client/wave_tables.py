"""Keeps the tables of a wave's questions, so that a repeated answer repeats its report."""

import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from survey.cli.client.state_files import keep_first, state_file
from survey.core.instrument.instrument import Instrument, Question
from survey.core.instrument.known_again import bare, known_again, twins
from survey.core.mechanism.randomize import system_word
from survey.core.responses.answers import Answer, randomize_answer
from survey.core.responses.waves import WaveTable, draw_table, reports_from
from survey.errors import DataError

Randomizer = Callable[[Question, Answer], list[int]]


def randomizer(place: str, instrument: Instrument) -> Randomizer:
    """The function from answers to reports: it draws, or in a wave reads the tables for `place`.

    Raises DataError for a wave whose questions would share a table.
    """
    if not instrument.waves_of:
        return lambda question, answer: randomize_answer(question, answer, system_word)
    if twins(instrument.questions, instrument.translations):
        raise DataError(
            "Two questions of this wave are the same, so their reports together would tell the "
            "answers. Nothing was drawn or sent; please tell the people who run the survey."
        )
    files = dict(zip(instrument.questions, _files(place, instrument), strict=True))

    def randomize(question: Question, answer: Answer) -> list[int]:
        file, former = files[question]
        if not file.exists() and former.exists():
            keep_first(file, former.read_bytes())
        if not file.exists():
            keep_first(file, json.dumps(asdict(draw_table(question, system_word))).encode())
        return reports_from(_read(file), question, answer)

    return randomize


def forget_tables(place: str, instrument: Instrument) -> None:
    """Forgets the tables of this instrument's questions."""
    for file, former in _files(place, instrument):
        file.unlink(missing_ok=True)
        former.unlink(missing_ok=True)


def _files(place: str, instrument: Instrument) -> list[tuple[Path, Path]]:
    """For each question its table's file, and the one that an earlier release named by words."""
    questions = instrument.questions
    found = []
    for question, (known, others) in zip(
        questions, known_again(questions, instrument.translations), strict=True
    ):
        content = [known.document(), *([tag, each.text, *each.listed] for tag, each in others)]
        now = _file(place, bare(instrument.waves_of), content if others else content[0])
        former = now if others else _file(place, instrument.waves_of, question.document())
        found.append((now, former))
    return found


def _file(place: str, waves_of: str, content: object) -> Path:
    return state_file(place, "waves", json.dumps(waves_of), json.dumps(content, sort_keys=True))


def _read(file: Path) -> WaveTable:
    try:
        kept = json.loads(file.read_bytes())
        return WaveTable(tuple(map(tuple, kept["reports"])), kept["threshold"])
    except (ValueError, KeyError, TypeError):
        raise DataError(
            f"{file} is damaged. Run this again with --forget, and then answer."
        ) from None
