"""A hospital's noisy answer to "the minimal age of a person with the disease": its law."""

import math
from collections.abc import Sequence
from fractions import Fraction

from survey.lab.experiments.release_posteriors import candidates_known
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.translations.marked import N_


def query_law(true: int, values: Sequence[int], factor: int = 2) -> dict[int, Fraction]:
    """The chance of each answer to "the minimal age of a person with the disease".

    The answers are ordered by their distance from the `true` one, and each has 1/`factor` of the
    chance of the one before: 4/7, 2/7, 1/7 for three. No chance changes by more than a factor of
    factor^(k−1) with the truth, that is ε = (k−1) ln factor for k answers.
    """
    nearest = sorted(values, key=lambda value: (abs(value - true), value))
    total = sum(Fraction(1, factor**rank) for rank in range(len(nearest)))
    chances = {each: Fraction(1, factor**rank) / total for rank, each in enumerate(nearest)}
    return {value: chances[value] for value in values}


def after_query(said: int, values: Sequence[int], factor: int = 2) -> dict[int, Fraction]:
    """The posterior of each true minimum once `said` was answered; all equally likely before."""
    chances = {true: query_law(true, values, factor)[said] for true in values}
    total = sum(chances.values())
    return {true: chance / total for true, chance in chances.items()}


def query_table(street: str) -> Table:
    """The lecture's query of one hospital, its law under each truth, and what it lets one think."""
    ages = sorted(person.age for person in candidates_known(street))
    laws = {true: query_law(true, ages) for true in ages}
    largest = max(
        laws[one][age] / laws[other][age] for one in ages for other in ages for age in ages
    )
    return Table(
        said(
            N_(
                "One hospital is asked for the minimal age of a person with the disease in Mill "
                "Street. Its answer has a law that falls by half with each age further from the "
                "truth: no chance changes by more than a factor of %(factor)s (ε = %(epsilon)s)"
            ),
            factor=str(largest),
            epsilon=f"{math.log(largest):.2f}",
        ),
        (
            N_("True minimum"),
            *(said(N_("says %(age)s"), age=each) for each in ages),
            *(said(N_("chance after %(age)s"), age=each) for each in ages),
        ),
        tuple(
            (
                true,
                *(str(laws[true][each]) for each in ages),
                *(str(after_query(each, ages)[true]) for each in ages),
            )
            for true in ages
        ),
    )
