"""Asks one question in a terminal, and shows nothing that is typed."""

import sys
import warnings
from getpass import GetPassWarning

import click

from survey.core.instrument.instrument import Instrument, Question
from survey.core.kinds.item import Item
from survey.core.responses.answers import Answer
from survey.errors import ConfigError
from survey.text.kinds.item_words import words_of
from survey.text.survey_protection import protection_lines
from survey.text.suspicion import suspicion_in_words
from survey.text.translator import ENGLISH

WHO_ASKS = {
    "asked_by": "Who asks",
    "contact": "Contact",
    "privacy_notice": "Privacy notice",
    "support": "Help and support",
}


def explain(instrument: Instrument) -> None:
    """Prints the survey's title and introduction, and what leaves this computer."""
    click.secho(instrument.title, bold=True)
    if instrument.introduction:
        click.echo(instrument.introduction)
    for name, said in WHO_ASKS.items():
        if text := getattr(instrument, name):
            click.echo(f"{said}: {text}")
    click.echo(
        "Only randomized reports leave this computer. For each question the truth is sent with "
        "the chance given, and something else otherwise."
    )
    for line in protection_lines(instrument):
        click.echo(f"{line.of} {line.word}. {line.said}".rstrip())


def ask(question: Question, number: int) -> Answer:
    """Asks until the answer is valid; returns it as survey.core.responses.answers describes it."""
    click.echo(f"\n{number}. {question.text}")
    click.echo(
        f"   (truth: {ENGLISH.truth_probability(question.gamma, question.options)}; one report, "
        f"at worst: suspicion {suspicion_in_words([question.odds])})"
    )
    answers = [_answer(item) for item in question.items("")]
    return answers if len(answers) > 1 else answers[0]


def _answer(item: Item) -> int:
    prompt = words_of(item).prompt(item)
    for line in prompt.lines:
        click.echo(f"   {line}")
    while True:
        answer = prompt.read(_typed(f"   {prompt.wanted}, not shown").strip().lower())
        if answer is not None:
            return answer
        click.echo(f"   Please type {prompt.please}.")


def _typed(prompt: str) -> str:
    """A line that nobody sees; raises ConfigError for a terminal that would show it."""
    with warnings.catch_warnings():
        warnings.simplefilter("error", GetPassWarning)
        try:
            typed: str = click.prompt(prompt, hide_input=True)
        except GetPassWarning:
            if sys.stdin.isatty():
                raise ConfigError(
                    "This terminal would show what you type. Answer in another terminal, or in a "
                    "browser."
                ) from None
            typed = click.prompt(prompt)  # from a pipe, which shows nothing
    return typed
