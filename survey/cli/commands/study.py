"""survey study: how the intervals behave, as a table."""

import json
import sys
from fractions import Fraction
from typing import Any

import click
import numpy as np

from survey.cli.coverage_tables import (
    COLUMNS,
    GAMMAS,
    LAST_LOOK,
    SHARES,
    SIZES,
    WATCHED_TRUTH,
    cells_of,
    document,
    print_tables,
)
from survey.cli.options import confidence_option, format_option
from survey.cli.text_table import aligned
from survey.core.compliance.deviations import Deviation
from survey.core.compliance.simulated import Cell
from survey.core.compliance.simulated import study as study_control
from survey.core.estimation.coverage import ever_wrong
from survey.core.estimation.coverage import study as study_coverage
from survey.core.estimation.likelihood_coverage import RUNS
from survey.core.estimation.likelihood_coverage import study as study_likelihood
from survey.core.intervals.registry import INTERVALS, METHODS
from survey.exports.csv_lines import plain_csv
from survey.text.number_format import exact_percent, percent

# Of both questions beside each other, from the least at which the likelihood interval is shown.
PAIRS = [
    (Fraction(first), Fraction(second))
    for first, second in (("1/4", "1/4"), ("2/5", "2/5"), ("49/100", "49/100"),
                          ("1/4", "2/5"), ("2/5", "1/4"), ("1/4", "49/100"))
]  # fmt: skip
GROUP_SIZES = [30, 100, 300, 1000, 10_000]
# Respondents, and the slips that were issued.
CONTROL_SIZES = [(100, 100), (300, 400), (1400, 1400), (7400, 7400)]
CONTROL_GAMMAS = [Fraction(1, 4), Fraction(2, 5)]
DEVIATING = [0.0, 0.1, 0.2, 0.3]
WATCHED = tuple(method.name for method in METHODS if method.keeps)

SIMULATED: dict[str, Any] = {"show_default": True, "type": click.IntRange(100, 1_000_000)}
seed_option = click.option(
    "--seed", default=1, show_default=True, type=click.IntRange(0), help="Seed of the simulation."
)


@click.group(epilog="\b\nExample:\n  survey study coverage --format csv")
def study() -> None:
    """Study how the intervals behave."""


@study.command(
    epilog="\b\nExamples:\n  survey study coverage\n  survey study coverage --format csv"
)
@confidence_option
@format_option
@click.option(
    "--classes",
    default=4000,
    help="Simulated classes for the chance of ever being wrong.",
    **SIMULATED,
)
@seed_option
def coverage(confidence: float, format_: str, classes: int, seed: int) -> None:
    """Compute exact coverage and mean width of every interval, over γ, class size and truth.

    Also the class interval's mean width over all classes, beside the least that any exact rule
    can have, and the simulated chance of ever being wrong while watching from 10 to 300.
    """
    cells = len(GAMMAS) * len(SIZES) * len(SHARES) * len(INTERVALS)
    with click.progressbar(length=cells, label="Computing", file=sys.stderr) as bar:
        rows = study_coverage(GAMMAS, SIZES, SHARES, confidence, lambda: bar.update(1))
    generator = np.random.default_rng(seed)
    watched = [
        (
            interval,
            gamma,
            ever_wrong(interval, gamma, LAST_LOOK, WATCHED_TRUTH, confidence, classes, generator),
        )
        for gamma in GAMMAS
        for interval in WATCHED
    ]
    if format_ == "json":
        found = document(confidence, classes, seed, rows, watched)
        click.echo(json.dumps(found, indent=1))
    elif format_ == "csv":
        click.echo(plain_csv(COLUMNS, map(cells_of, rows)), nl=False)
    else:
        print_tables(confidence, rows, watched)


@study.command(epilog="\b\nExample:\n  survey study groups")
@confidence_option
@click.option("--runs", default=RUNS, help="Simulated classes a truth.", **SIMULATED)
@seed_option
def groups(confidence: float, runs: int, seed: int) -> None:
    """Simulate the likelihood interval of a share within a group, for several truths a row.

    Both widths are those at the counts to expect, of the shares in the group.
    """
    with click.progressbar(length=len(PAIRS) * len(GROUP_SIZES), file=sys.stderr) as bar:
        generator = np.random.default_rng(seed)
        rows = study_likelihood(
            PAIRS, GROUP_SIZES, confidence, generator, runs, lambda: bar.update(1)
        )
    click.echo(f"Confidence {exact_percent(confidence)}; {runs:,} classes a truth.\n")
    header = ("γ group", "γ option", "n", "least coverage", "width", "guaranteed width")
    cells = [
        (
            str(row.first),
            str(row.second),
            str(row.respondents),
            percent(row.coverage, 2),
            percent(row.width, 1),
            percent(row.guaranteed_width, 1),
        )
        for row in rows
    ]
    click.echo(aligned([header, *cells]))


@study.command(epilog="\b\nExample:\n  survey study control")
@confidence_option
@click.option("--runs", default=RUNS, help="Simulated classes a row.", **SIMULATED)
@seed_option
def control(confidence: float, runs: int, seed: int) -> None:
    """Simulate control questions: respondents who answer at random, or always no, injected.

    A quarter of the slips bear a star; 10% of those who follow say yes to the sensitive question.
    """
    cells = [
        Cell(gamma, respondents, slips, model, share)
        for gamma in CONTROL_GAMMAS
        for respondents, slips in CONTROL_SIZES
        for model in (Deviation.AT_RANDOM, Deviation.ANSWERS_NO)
        for share in DEVIATING
    ]
    with click.progressbar(length=len(cells), file=sys.stderr) as bar:
        generator = np.random.default_rng(seed)
        rows = list(study_control(cells, confidence, generator, runs, lambda: bar.update(1)))
    click.echo(f"Confidence {exact_percent(confidence)}; {runs:,} classes a row.\n")
    header = (
        "γ", "n", "slips", "model", "deviate", "coverage", "width", "p ≤ 5%", "corrected",
        "coverage of corrected",
    )  # fmt: skip
    table = [
        (
            str(row.cell.gamma), str(row.cell.respondents), str(row.cell.slips),
            row.cell.model.value, percent(row.cell.deviating), percent(row.coverage, 2),
            percent(row.width, 1), percent(row.found, 1), percent(row.corrected, 1),
            "–" if row.of_corrected is None else percent(row.of_corrected, 2),
        )
        for row in rows
    ]  # fmt: skip
    click.echo(aligned([header, *table]))
