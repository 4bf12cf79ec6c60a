"""survey simulate: posts responses of many simulated respondents, whose truth is known."""

import csv
import json
import secrets
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing
from itertools import repeat
from pathlib import Path

import click
import numpy as np

from survey.cli.client.delivery import deliver_all
from survey.cli.client.simulation_summary import (
    DeliveryOutcome,
    comparison_document,
    print_comparison,
)
from survey.cli.client.survey_connection import SurveyConnection
from survey.cli.options import WholeNumber, share
from survey.core.instrument.instrument import Instrument, Question
from survey.core.responses.links import link_parts
from survey.core.responses.response import Response
from survey.core.responses.tally import tally
from survey.core.results.results import DEFAULT_CONFIDENCE, question_results
from survey.core.simulation.students import as_sent, simulated_respondents, truths_of
from survey.errors import DataError, ParameterError
from survey.text.kinds.kind_words import WORDS

ATTEMPTS = 8
ASKED = (
    "Nobody can tell simulated responses from real ones later, or take them out. "
    "Send {count:,} to this survey?"
)


def _truths(
    context: click.Context, parameter: click.Parameter, values: tuple[str, ...]
) -> list[list[float]]:
    """The shares of each --truth: one, or several with commas between."""
    found = [[share(context, parameter, part) for part in text.split(",")] for text in values]
    for text, shares in zip(values, found, strict=True):
        if any(each > 1 for each in shares):
            raise click.UsageError(
                f"--truth {text} is no share. Give a number from 0 to 1, such as 0.3."
            )
    return found


@click.command(
    epilog="""
The truth of a yes/no question is the share of yes. For a choice or a rating it
is the share of the first option, or one share for each with commas between. For
choose-all it is the share of every option, or one for each. For a number it is
the place of the mean in the range, from 0 to 1.

\b
Examples:
  survey simulate http://127.0.0.1:8000/s/fgh234 --respondents 30 --truth 0 -y
  survey simulate http://127.0.0.1:8000/s/fgh234 --respondents 9 --truth 1 -y
"""
)
@click.argument("url")
@click.option("--respondents", required=True, type=WholeNumber(1, 10_000_000))
@click.option(
    "--truth",
    "truths",
    required=True,
    multiple=True,
    callback=_truths,
    help="The true share of yes: once for all questions, or once per question.",
)
@click.option(
    "--tokens",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `survey tokens` wrote, if the survey needs tokens.",
)
@click.option("-y", "--yes", is_flag=True, help="Do not ask first.")
@click.option("--seed", type=WholeNumber(0), help="Draw repeatably. Without it, cryptographically.")
@click.option("--connections", default=8, show_default=True, type=WholeNumber(1, 64))
@click.option(
    "--format", "format_", type=click.Choice(["text", "json"]), default="text", show_default=True
)
def simulate(
    url: str,
    respondents: int,
    truths: list[list[float]],
    tokens: Path | None,
    yes: bool,
    seed: int | None,
    connections: int,
    format_: str,
) -> None:
    """Send simulated responses; compare truth and estimate.

    They are stored as others are: whatever real responses the survey holds are mixed
    with them for good. So the command asks first.
    """
    given_tokens = read_tokens(tokens, respondents) if tokens else None
    instrument = _fetch_instrument(url)
    shares = _shares(instrument, truths)
    if not yes and not click.confirm(ASKED.format(count=respondents), err=True):
        click.echo("Nothing is sent.", err=True)
        raise click.exceptions.Exit(1)
    generator = None if seed is None else np.random.default_rng(seed)
    answers, reports = simulated_respondents(instrument, shares, respondents, generator)
    parts = [
        _bodies(
            instrument,
            reports[start::connections],
            given_tokens[start::connections] if given_tokens else repeat(None),
        )
        for start in range(connections)
    ]
    started = time.perf_counter()
    delivered = _post_all(url, parts, respondents)
    seconds = time.perf_counter() - started
    results = question_results(instrument, tally(instrument, as_sent(reports)), DEFAULT_CONFIDENCE)
    compared = [
        (result, truths_of(result.question, each))
        for result, each in zip(results, answers, strict=True)
    ]
    if format_ == "json":
        click.echo(
            json.dumps(comparison_document(respondents, seconds, delivered, compared), indent=1)
        )
    else:
        print_comparison(respondents, seconds, delivered, compared)


def _shares(instrument: Instrument, truths: list[list[float]]) -> list[list[float]]:
    """The shares of each question; raises ParameterError for impossible ones."""
    questions = instrument.questions
    if len(truths) == 1:
        truths = truths * len(questions)
    if len(truths) != len(questions):
        raise click.UsageError(
            f"Give --truth once for all questions, or once for each: {len(questions)} in all."
        )
    return [shares_for(question, each) for question, each in zip(questions, truths, strict=True)]


def _fetch_instrument(url: str) -> Instrument:
    with closing(SurveyConnection(url)) as connection:
        return connection.instrument(link_parts(url).digest)


def _post_all(url: str, parts: list[Iterator[bytes]], respondents: int) -> DeliveryOutcome:
    delivered = DeliveryOutcome()
    with click.progressbar(
        length=respondents, label="Respondents", file=sys.stderr, show_pos=True
    ) as bar:
        for status, seconds in deliver_all(url, parts, ATTEMPTS):
            delivered.statuses[status] += 1
            delivered.latencies.append(seconds)
            bar.update(1)
    return delivered


def _bodies(
    instrument: Instrument, reports: np.ndarray, tokens: Iterable[str | None]
) -> Iterator[bytes]:
    for sent, token in zip(as_sent(reports), tokens, strict=False):
        yield Response(instrument.digest, secrets.token_hex(16), sent, token).body()


def shares_for(question: Question, given: Sequence[float]) -> list[float]:
    """The share of each option (or the share of yes, or the mean's place) from those given.

    Raises ParameterError if there are too many or too few, or they do not sum to 1.
    """
    shares = question.kind.truths.completed(question.items(""), given)
    if shares is None:
        raise ParameterError(
            f"For “{question.text}” --truth is {WORDS[question.kind.name].truth}.",
            "truth",
        )
    return shares


def read_tokens(path: Path, count: int) -> list[str]:
    """The first `count` tokens of the file; raises DataError if it has fewer, or no such column."""
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            tokens = [row["token"] for row in csv.DictReader(file)]
    except (KeyError, UnicodeDecodeError, csv.Error):
        raise DataError(f"{path} has no column “token”: give what `survey tokens` wrote.") from None
    if len(tokens) < count:
        raise DataError(f"{path} has {len(tokens):,} tokens, which is fewer than {count:,}.")
    return tokens[:count]
