"""Laplace noise as it is drawn: sizes of whole numbers, and what floating point rules out."""

from fractions import Fraction

from survey.core.mechanism.privacy import odds
from survey.lab.experiments.laplace import (
    DRAWS,
    betrayed,
    betrayed_by_whole_numbers,
    exact_noise,
    probability,
    probability_beyond,
)
from survey.lab.figures import percentage
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.text.number_format import odds_in_figures
from survey.translations.marked import N_

LARGEST_SHOWN = 5  # noise of this size and more is one row


def sizes_of_noise(gamma: Fraction, seed: int) -> Table:
    """How often each size of noise occurs: its probability, and its number among the draws."""
    sizes = [abs(noise) for noise in exact_noise(gamma, seed)]
    ratio = odds(gamma)
    rows: list[tuple[str | int, ...]] = []
    for size in range(LARGEST_SHOWN):
        exact = probability(size, ratio) * (2 if size else 1)
        rows.append((f"±{size}" if size else "0", percentage(exact), sizes.count(size)))
    beyond = probability_beyond(LARGEST_SHOWN - 1, ratio)
    larger = sum(size >= LARGEST_SHOWN for size in sizes)
    rows.append((said(N_("±%(size)s or more"), size=LARGEST_SHOWN), percentage(beyond), larger))
    figure, whole = odds_in_figures(gamma)
    return Table(
        said(
            N_("Whole-number noise on a count, e^ε = %(odds)s"),
            odds=(figure or "∞") if whole else said(N_("about %(figure)s"), figure=figure or "∞"),
        ),
        (N_("Noise"), N_("Probability"), said(N_("Of %(draws)s draws"), draws=f"{DRAWS:,}")),
        tuple(rows),
    )


def ruled_out(gamma: Fraction, seed: int) -> Table:
    return Table(
        said(
            N_(
                "A count of 0 published %(draws)s times: how often the value cannot have come "
                "from 1"
            ),
            draws=f"{DRAWS:,}",
        ),
        (N_("Noise drawn in"), N_("Rules a count of 1 out")),
        (
            (N_("floating point"), percentage(betrayed(gamma, seed))),
            (N_("whole numbers"), percentage(betrayed_by_whole_numbers(gamma, seed))),
        ),
    )
