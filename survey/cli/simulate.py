"""survey simulate: many respondents through the real route, truth known."""

import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterable
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field
from itertools import repeat
from pathlib import Path
from typing import Any

import click
import numpy as np

from survey.cli.made_up import made_up_respondents
from survey.cli.made_up import shares_for
from survey.cli.made_up import truths_of
from survey.cli.options import share
from survey.cli.token_file import read_tokens
from survey.cli.wire import Connection
from survey.cli.wire import deliver_all
from survey.core.documents import question_document
from survey.core.estimation import Estimate
from survey.core.instrument import Instrument
from survey.core.response import Response
from survey.core.results import DEFAULT_CONFIDENCE
from survey.core.results import Mean
from survey.core.results import QuestionResult
from survey.core.results import question_results
from survey.core.sentences import number
from survey.core.sentences import percent
from survey.core.tally import tally

ATTEMPTS = 8

# A question's result with the true value of each of its statements.
Compared = tuple[QuestionResult, list[float]]


@dataclass
class Delivered:
    """What came of posting: how often each status, and how long each response took."""

    statuses: Counter = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)


@click.command(
    epilog="""\b
The truth of a question is the share of yes; of a choice or a rating the share
of the first option, or one share for each with commas between; of choose-all
the share of every option, or one for each; of a number where its mean lies in
the range, from 0 to 1.

\b
Examples:
  survey simulate http://127.0.0.1:8000/s/bcd234 --respondents 300 --truth 0.3
  survey simulate URL --respondents 100 --truth 0.3 --truth 0.6,0.3,0.1 --format json
  survey simulate URL --respondents 100 --truth 0.3 --tokens tokens.csv
"""
)
@click.argument("url")
@click.option("--respondents", required=True, type=click.IntRange(1, 10_000_000))
@click.option(
    "--truth",
    "truths",
    required=True,
    multiple=True,
    help="True share of yes; once for all questions, or once a question.",
)
@click.option(
    "--tokens",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="What `survey tokens` wrote, where the survey asks for tokens.",
)
@click.option("--seed", type=int, help="Draw repeatably. Without it, cryptographically.")
@click.option("--connections", default=8, show_default=True, type=click.IntRange(1, 64))
@click.option(
    "--format", "format_", type=click.Choice(["table", "json"]), default="table", show_default=True
)
@click.pass_context
def simulate(
    context: click.Context,
    url: str,
    respondents: int,
    truths: tuple[str, ...],
    tokens: Path | None,
    seed: int | None,
    connections: int,
    format_: str,
) -> None:
    """Post simulated respondents to the survey at URL; compare truth and estimate."""
    given_tokens = read_tokens(tokens, respondents) if tokens else None
    instrument = _fetch_instrument(url)
    given = [[share(context, None, part) for part in text.split(",")] for text in truths]
    if len(given) == 1:
        given *= len(instrument.questions)
    if len(given) != len(instrument.questions):
        raise click.UsageError(
            f"Give --truth once, or {len(instrument.questions)} times (once a question), "
            "each between 0 and 1."
        )
    shares = [
        shares_for(question, each)
        for question, each in zip(instrument.questions, given, strict=True)
    ]
    generator = None if seed is None else np.random.default_rng(seed)
    answers, reports = made_up_respondents(instrument, shares, respondents, generator)
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
    results = question_results(instrument, tally(instrument, reports.tolist()), DEFAULT_CONFIDENCE)
    compared = [
        (result, truths_of(result.question, each))
        for result, each in zip(results, answers, strict=True)
    ]
    if format_ == "json":
        click.echo(json.dumps(_document(respondents, seconds, delivered, compared), indent=1))
    else:
        _print_table(respondents, seconds, delivered, compared)


def _fetch_instrument(url: str) -> Instrument:
    connection = Connection(url)
    try:
        return connection.instrument()
    finally:
        connection.close()


def _post_all(url: str, parts: list[Iterator[bytes]], respondents: int) -> Delivered:
    delivered = Delivered()
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
    for row, token in zip(reports.tolist(), tokens, strict=False):
        yield Response(instrument.digest, secrets.token_hex(16), tuple(row), token).body()


def _covered(truth: float, statement: Estimate | Mean) -> bool:
    low, high = statement.interval("hoeffding")
    # What was asked openly is a point, which the last bit of a float must not miss.
    return low - 1e-9 <= truth <= high + 1e-9


def _milliseconds(delivered: Delivered) -> dict[str, float]:
    p50, p95, p99 = np.percentile(delivered.latencies, [50, 95, 99]) * 1000
    return {
        "p50": round(p50, 1),
        "p95": round(p95, 1),
        "p99": round(p99, 1),
        "max": round(max(delivered.latencies) * 1000, 1),
    }


def _document(
    respondents: int, seconds: float, delivered: Delivered, compared: list[Compared]
) -> dict[str, Any]:
    return {
        "respondents": respondents,
        "seconds": round(seconds, 3),
        "milliseconds": _milliseconds(delivered),
        "statuses": {str(status): count for status, count in delivered.statuses.items()},
        "confidence": DEFAULT_CONFIDENCE,
        "questions": [_question(result, truths) for result, truths in compared],
    }


def _question(result: QuestionResult, truths: list[float]) -> dict[str, Any]:
    """The question's document, with the truth at each of its statements."""
    document = question_document(result, ("hoeffding",))
    places = document.get("options") or ([] if result.mean else [document])
    places = places + ([document["mean"]] if result.mean else [])
    for place, truth, statement in zip(places, truths, result.statements, strict=True):
        place |= {"truth": truth, "covered": _covered(truth, statement)}
    return document


def _print_table(
    respondents: int, seconds: float, delivered: Delivered, compared: list[Compared]
) -> None:
    click.echo(f"{'':<6}{'truth':>8}{'estimate':>10}   95% interval")
    for result, truths in compared:
        said = [f"  {each.option}" if len(result.shares) > 1 else "" for each in result.shares]
        said += ["  mean"] if result.mean else []
        for truth, statement, words in zip(truths, result.statements, said, strict=True):
            low, high = statement.interval("hoeffding")
            verdict = "holds the truth" if _covered(truth, statement) else "misses the truth"
            figures = [_shown(each, statement) for each in (truth, statement.estimate, low, high)]
            click.echo(
                f"{result.name:<6}{figures[0]:>8}{figures[1]:>10}   "
                f"{figures[2]} to {figures[3]} ({verdict}){words}"
            )
    times = _milliseconds(delivered)
    click.echo(
        f"{respondents:,} responses in {seconds:.1f} s ({respondents / seconds:,.0f} a second); "
        f"99% within {times['p99']:.0f} ms, all within {times['max']:.0f} ms."
    )


def _shown(value: float, statement: Estimate | Mean) -> str:
    return percent(value, 1) if isinstance(statement, Estimate) else number(value)
