"""survey simulate: many respondents through the real route, truth known."""

import json
import secrets
import sys
import time
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from dataclasses import field

import click
import numpy as np

from survey.cli.options import share
from survey.cli.wire import Connection
from survey.cli.wire import deliver_all
from survey.core.estimation import Estimate
from survey.core.instrument import Instrument
from survey.core.response import Response
from survey.core.results import DEFAULT_CONFIDENCE
from survey.core.results import estimate_document
from survey.core.results import question_name
from survey.core.sentences import percent
from survey.core.simulation import randomize_array

ATTEMPTS = 8


@dataclass
class Delivered:
    """What came of posting: how often each status, and how long each response took."""

    statuses: Counter = field(default_factory=Counter)
    latencies: list[float] = field(default_factory=list)


@click.command(
    epilog="""\b
Examples:
  survey simulate http://127.0.0.1:8000/s/bcd234 --respondents 300 --truth 0.3
  survey simulate URL --respondents 100 --truth 0.3 --truth 0.6 --format json
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
    seed: int | None,
    connections: int,
    format_: str,
) -> None:
    """Post simulated respondents to the survey at URL; compare truth and estimate."""
    instrument = _fetch_instrument(url)
    shares = [share(context, None, text) for text in truths]
    if len(shares) == 1:
        shares *= len(instrument.questions)
    if len(shares) != len(instrument.questions) or not all(0 <= each <= 1 for each in shares):
        raise click.UsageError(
            f"Give --truth once, or {len(instrument.questions)} times (once a question), "
            "each between 0 and 1."
        )
    generator = None if seed is None else np.random.default_rng(seed)
    yes = [round(respondents * each) for each in shares]
    reports = _draw_reports(instrument, respondents, yes, generator)
    started = time.perf_counter()
    delivered = _post_all(url, instrument, reports, connections)
    seconds = time.perf_counter() - started
    rows = []
    for index, question in enumerate(instrument.questions):
        estimate = Estimate(
            respondents, int(reports[:, index].sum()), question.gamma, DEFAULT_CONFIDENCE
        )
        rows.append((question_name(index + 1), yes[index] / respondents, estimate))
    if format_ == "json":
        click.echo(json.dumps(_document(respondents, seconds, delivered, rows), indent=1))
    else:
        _print_table(respondents, seconds, delivered, rows)


def _fetch_instrument(url: str) -> Instrument:
    connection = Connection(url)
    try:
        return connection.instrument()
    finally:
        connection.close()


def _draw_reports(instrument, respondents: int, yes: list[int], generator) -> np.ndarray:
    """Reports, a row a respondent; exactly yes[q] of the answers to question q are yes."""
    columns = []
    for question, count in zip(instrument.questions, yes, strict=True):
        answers = np.zeros(respondents, dtype=np.int64)
        answers[:count] = 1
        # Shuffled, so that who says yes to one question is independent of the others.
        order = generator or np.random.default_rng(secrets.randbits(128))
        order.shuffle(answers)
        columns.append(randomize_array(answers, question.odds, question.options, generator))
    return np.column_stack(columns)


def _post_all(url: str, instrument: Instrument, reports: np.ndarray, connections: int) -> Delivered:
    delivered = Delivered()
    parts = [_bodies(instrument, part) for part in np.array_split(reports, connections)]
    with click.progressbar(
        length=len(reports), label="Respondents", file=sys.stderr, show_pos=True
    ) as bar:
        for status, seconds in deliver_all(url, parts, ATTEMPTS):
            delivered.statuses[status] += 1
            delivered.latencies.append(seconds)
            bar.update(1)
    return delivered


def _bodies(instrument: Instrument, reports: np.ndarray) -> Iterator[bytes]:
    for row in reports.tolist():
        yield Response(instrument.digest, secrets.token_hex(16), tuple(row)).body()


def _covered(truth: float, estimate: Estimate) -> bool:
    low, high = estimate.hoeffding
    return low <= truth <= high


def _milliseconds(delivered: Delivered) -> dict[str, float]:
    p50, p95, p99 = np.percentile(delivered.latencies, [50, 95, 99]) * 1000
    return {
        "p50": round(p50, 1),
        "p95": round(p95, 1),
        "p99": round(p99, 1),
        "max": round(max(delivered.latencies) * 1000, 1),
    }


def _document(respondents: int, seconds: float, delivered: Delivered, rows) -> dict:
    return {
        "respondents": respondents,
        "seconds": round(seconds, 3),
        "milliseconds": _milliseconds(delivered),
        "statuses": {str(status): count for status, count in delivered.statuses.items()},
        "confidence": DEFAULT_CONFIDENCE,
        "questions": [
            {
                **estimate_document(name, estimate),
                "truth": truth,
                "covered": _covered(truth, estimate),
            }
            for name, truth, estimate in rows
        ],
    }


def _print_table(respondents: int, seconds: float, delivered: Delivered, rows) -> None:
    click.echo(f"{'':<6}{'truth':>8}{'estimate':>10}   95% interval")
    for name, truth, estimate in rows:
        low, high = estimate.hoeffding
        verdict = "holds the truth" if _covered(truth, estimate) else "misses the truth"
        click.echo(
            f"{name:<6}{percent(truth, 1):>8}{percent(estimate.estimate, 1):>10}   "
            f"{percent(low, 1)} to {percent(high, 1)} ({verdict})"
        )
    times = _milliseconds(delivered)
    click.echo(
        f"{respondents:,} responses in {seconds:.1f} s ({respondents / seconds:,.0f} a second); "
        f"99% within {times['p99']:.0f} ms, all within {times['max']:.0f} ms."
    )
