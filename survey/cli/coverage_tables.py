"""What `survey study coverage` found, as tables, as rows and as a document."""

from fractions import Fraction
from typing import Any

import click

from survey.cli.text_table import aligned
from survey.core.estimation.coverage import FIRST_LOOK, Coverage
from survey.core.estimation.least_width import least_mean_width, mean_class_width
from survey.core.intervals.class_sets import CLASS
from survey.core.intervals.registry import INTERVALS
from survey.text.number_format import exact_percent, percent

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
SIZES = [10, 30, 100, 300]
SHARES = [0.0, 0.1, 0.3, 0.5]
LAST_LOOK = 300
WATCHED_TRUTH = 0.3
COLUMNS = ("interval", "gamma", "respondents", "truth", "coverage", "mean_width")

# (interval, γ, share of classes in which it ever misses the truth)
Watched = list[tuple[str, Fraction, float]]


def cells_of(row: Coverage) -> list[str | float]:
    """One row under COLUMNS."""
    return [row.interval, str(row.gamma), row.respondents, row.truth, row.coverage, row.mean_width]


def document(
    confidence: float, classes: int, seed: int, rows: list[Coverage], watched: Watched
) -> dict[str, Any]:
    """All of it, for programs."""
    return {
        "confidence": confidence,
        "coverage": [dict(zip(COLUMNS, cells_of(row), strict=True)) for row in rows],
        "watching": {
            "from": FIRST_LOOK,
            "to": LAST_LOOK,
            "classes": classes,
            "seed": seed,
            "ever_wrong": [
                {"interval": interval, "gamma": str(gamma), "share": share}
                for interval, gamma, share in watched
            ],
        },
        "widths": _widths(confidence),
    }


def print_tables(confidence: float, rows: list[Coverage], watched: Watched) -> None:
    """Prints the least coverage and mean width over the truths, then the chances to be wrong.

    Last the class interval's mean width beside the least there can be.
    """
    *others, last = map(percent, SHARES)
    truths = f"{', '.join(others)} and {last}"
    click.echo(f"Confidence {exact_percent(confidence)}; over truths of {truths}.\n")
    click.echo(f"{'γ':<6}{'n':>5}  {'interval':<11}{'least coverage':>15}{'mean width':>12}")
    for gamma in GAMMAS:
        for n in SIZES:
            for interval in INTERVALS:
                some = [
                    row
                    for row in rows
                    if (row.gamma, row.respondents, row.interval) == (gamma, n, interval)
                ]
                least = min(row.coverage for row in some)
                width = sum(row.mean_width for row in some) / len(some)
                click.echo(
                    f"{gamma!s:<6}{n:>5}  {interval:<11}{percent(least, 2):>15}"
                    f"{percent(width, 1):>12}"
                )
    click.echo(
        f"\nEver wrong while watching from {FIRST_LOOK} to {LAST_LOOK} respondents, "
        f"truth {percent(WATCHED_TRUTH)}:"
    )
    for interval, gamma, share in watched:
        click.echo(f"{gamma!s:<6}{interval:<11}{percent(share, 2):>8}")
    _print_widths(confidence)


def _widths(confidence: float) -> list[dict[str, Any]]:
    """The class interval's mean width over all classes of a size, and the least there can be."""
    return [
        {
            "gamma": str(gamma),
            "respondents": n,
            CLASS.name: mean_class_width(n, gamma, confidence),
            "least": least_mean_width(n, gamma, confidence),
        }
        for gamma in GAMMAS
        for n in SIZES
    ]


def _print_widths(confidence: float) -> None:
    click.echo("\nMean width of the class interval over all classes, and the least of any rule:")
    rows = [
        (
            row["gamma"],
            str(row["respondents"]),
            percent(row[CLASS.name], 1),
            percent(row["least"], 1),
        )
        for row in _widths(confidence)
    ]
    click.echo(aligned([("γ", "n", CLASS.name, "least"), *rows]))
