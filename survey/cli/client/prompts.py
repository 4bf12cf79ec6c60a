"""Asks one question in a terminal, and shows nothing that is typed."""

import click

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.questions import Question
from survey.core.instrument.validation import typed_whole_number
from survey.core.kinds.item import Item
from survey.core.responses.answers import Answer
from survey.text.number_format import odds_in_words, truth_probability

WHO_ASKS = {
    "asked_by": "Who asks",
    "contact": "Contact",
    "privacy_notice": "Privacy notice",
    "support": "Help and support",
}

YES_NO = {"y": 1, "yes": 1, "n": 0, "no": 0}


def explain(instrument: Instrument) -> None:
    """Says what the survey is, and what leaves this computer."""
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
    if instrument.waves_of:
        click.echo(
            f"This survey may be asked again, as a wave of “{instrument.waves_of}”. A report for "
            "every possible answer is kept here, so that the same answer always sends the same "
            "one. Whoever held both this computer and the server's data could tell your answer; "
            "--forget clears it."
        )


def ask(question: Question, number: int) -> Answer:
    """Asks until the answer is valid; returns it as survey.core.responses.answers describes it."""
    click.echo(f"\n{number}. {question.text}")
    click.echo(
        f"   (truth: {truth_probability(question.gamma, question.options)}; one report "
        f"multiplies the odds on it by at most {odds_in_words(question.gamma)})"
    )
    if question.item.option:
        items = question.items("")
        return [_typed(f"{item.option}: y or n", YES_NO) for item in items]
    return _answer(question.item)


def _answer(item: Item) -> int:
    if item.yes_no:
        return _typed("y or n", YES_NO)
    if item.ends:
        return _number(*item.ends)
    if item.numeric:
        first = int(item.labels[0])
        return _number(first, int(item.labels[-1])) - first
    for place, label in enumerate(item.labels, start=1):
        click.echo(f"   {place}  {label}")
    return _number(1, item.options) - 1


def _typed(wanted: str, answers: dict[str, int]) -> int:
    while True:
        typed = click.prompt(f"   {wanted}, not shown", hide_input=True).strip().lower()
        if typed in answers:
            return answers[typed]
        click.echo(f"   Please type {wanted.split(': ')[-1]}.")


def _number(low: int, high: int) -> int:
    while True:
        typed = click.prompt(f"   {low} to {high}, not shown", hide_input=True)
        number = typed_whole_number(typed)
        if number is not None and low <= number <= high:
            return number
        click.echo(f"   Please type a whole number from {low} to {high}.")
