"""Sums asked again and again, differences of sums, and pairs of them against stored noise."""

import numpy as np

from survey.lab.experiments.averaging_attacks import (
    by_pairs,
    error_of_average,
    error_of_pairs,
    interval_sum,
    isolated,
    simulated_averages,
)
from survey.lab.lesson import Table
from survey.lab.words import Said, said
from survey.translations.marked import N_

SHOWN = (1, 5, 21, 41)  # times, beside the setting
SIMULATED = 1000  # averages
SCALE = 5.0  # cm, of the Laplace noise on a sum of heights
CLASSES = (2, 11, 101, 1001)  # seats, for the table of many pairs
HEIGHTS = (162, 175, 158, 181, 169, 173, 155, 178)  # cm, made up, in the order of seats


def averages(repetitions: int, seed: int) -> Table:
    """The error of a sum that is asked again and again."""
    generator = np.random.default_rng(seed)
    asked = sorted({*SHOWN, repetitions})
    rows = tuple(
        (
            times,
            _cm(error_of_average(SCALE, times), 2),
            _cm(float(simulated_averages(0, SCALE, times, SIMULATED, generator).std()), 2),
            _cm(error_of_average(SCALE, 1), 2),
        )
        for times in asked
    )
    return Table(
        said(
            N_(
                "The error of one sum of heights with Laplace noise of scale %(scale)s cm, asked k "
                "times and averaged (k = %(repetitions)s stands out)"
            ),
            scale=f"{SCALE:.0f}",
            repetitions=repetitions,
        ),
        ("k", N_("Fresh noise"), N_("Simulated"), N_("Stored noise")),
        rows,
        frozenset({asked.index(repetitions)}),
    )


def differences(repetitions: int, seed: int) -> Table:
    """The height of every pupil but the first from two sums, without noise and with it."""
    generator = np.random.default_rng(seed)
    asked = sorted({1, repetitions})
    heights = np.array(HEIGHTS, dtype=float)
    rows = tuple(
        (
            f"{place}",
            f"{interval_sum(heights, 1, place):,.0f} − {interval_sum(heights, 1, place - 1):,.0f}",
            _cm(isolated(heights, place, 0, 1, generator), 0),
            *(_cm(isolated(heights, place, SCALE, times, generator), 1) for times in asked),
        )
        for place in range(2, len(HEIGHTS) + 1)
    )
    return Table(
        N_(
            "Heights of a made-up class: the sum over seats 1 to b minus the sum over seats 1 to b "
            "− 1"
        ),
        (
            N_("Seat b"),
            N_("Exact sums"),
            N_("Difference"),
            *(said(N_("Noisy, k = %(times)s"), times=times) for times in asked),
        ),
        rows,
    )


def _cm(length: float, decimals: int) -> Said:
    return said(N_("%(length)s cm"), length=f"{length:.{decimals}f}")


def pairs(seed: int) -> Table:
    """Noise that is stored, asked by many pairs of sums that differ in one person."""
    generator = np.random.default_rng(seed)
    rows = []
    for seats in CLASSES:
        heights = generator.integers(150, 190, seats).astype(float)
        found = by_pairs(heights, seats, SCALE, generator)
        error = error_of_pairs(SCALE, seats - 1)
        rows.append((seats, _cm(float(heights[-1]), 0), _cm(found, 1), _cm(error, 2)))
    return Table(
        N_(
            "Stored noise is no shelter from many questions: the last seat's height as the mean of "
            "all differences [a, b] − [a, b − 1], each sum asked once"
        ),
        (N_("Seats b"), N_("True height"), N_("Found"), N_("Typical error")),
        tuple(rows),
    )
