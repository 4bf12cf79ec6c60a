"""Six people of a town, two hospitals' releases about one of them, and the posterior of who it is.

Also the law of a hospital's noisy answer to "the minimal age of a person with the disease".
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from survey.core.mechanism import privacy
from survey.core.mechanism.randomize import Odds
from survey.errors import ParameterError
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_


@dataclass(frozen=True)
class Person:
    """One person of the town: age in years, weight in kg."""

    name: str
    street: str
    age: int
    weight: int


PEOPLE = (
    Person("Ada", "Mill Street", 46, 100),
    Person("Ben", "Mill Street", 40, 80),
    Person("Cleo", "Mill Street", 63, 55),
    Person("Dan", "High Street", 31, 104),
    Person("Eva", "High Street", 58, 72),
    Person("Finn", "High Street", 25, 61),
)
K = 2  # people in each group of a release
EXACT: Odds = (1, 0)


def group_minima(people: Sequence[Person], attribute: str) -> dict[str, int]:
    """For each name the minimal age or weight of that person's group.

    The groups are K neighbours each, in the order of the attribute, so that an exact
    release of the minimum is K-anonymous. The number of people is a multiple of K.
    """
    ordered = sorted(people, key=attrgetter(attribute))
    return {
        person.name: getattr(ordered[place - place % K], attribute)
        for place, person in enumerate(ordered)
    }


def release_chance(person: Person, attribute: str, value: int, odds: Odds) -> Fraction:
    """P(the release says `value` | it is about this person), exactly.

    The true minimum has the chance A/(A+(k−1)B), each of the k−1 other groups' minima with
    B/(A+(k−1)B): 1/2, 1/4, 1/4 for odds 2 and three groups; EXACT names the true one. Raises
    ParameterError if no group has this minimum.
    """
    minima = group_minima(PEOPLE, attribute)
    values = sorted(set(minima.values()))
    if value not in values:
        raise ParameterError(f"No group has the minimal {attribute} {value}.", attribute)
    channel = privacy.channel(odds, len(values))
    return channel[values.index(minima[person.name])][values.index(value)]


def posterior(
    candidates: Sequence[Person], published: Mapping[str, int], odds: Odds = EXACT
) -> dict[str, Fraction]:
    """P(the releases are about this candidate | what they say), exactly, by Bayes' rule.

    All candidates are equally likely before; `published` gives each attribute's released
    minimum. The releases are randomized independently, so that their chances multiply.
    Raises ParameterError if no candidate fits.
    """
    chances = {
        person.name: math.prod(
            (release_chance(person, *said, odds) for said in published.items()), start=Fraction(1)
        )
        for person in candidates
    }
    total = sum(chances.values())
    if not total:
        raise ParameterError("None of the candidates fits what was published.", "published")
    return {name: chance / total for name, chance in chances.items()}


def candidates_known(street: str | None) -> tuple[Person, ...]:
    """The people of one street, or everyone if the street is not known."""
    return tuple(person for person in PEOPLE if street in {None, person.street})


def query_law(true: int, values: Sequence[int]) -> dict[int, Fraction]:
    """The chance of each answer to "the minimal age of a person with the disease".

    The answers are ordered by their distance from the `true` one, and each has half the chance of
    the one before: 4/7, 2/7, 1/7 for three. No chance changes by more than a factor of 2^(k−1) with
    the truth, that is ε = (k−1) ln 2 for k answers.
    """
    nearest = sorted(values, key=lambda value: (abs(value - true), value))
    total = sum(Fraction(1, 2**rank) for rank in range(len(nearest)))
    chances = {each: Fraction(1, 2**rank) / total for rank, each in enumerate(nearest)}
    return {value: chances[value] for value in values}


def after_query(said: int, values: Sequence[int]) -> dict[int, Fraction]:
    """The posterior of each true minimum once `said` was answered; all equally likely before."""
    chances = {true: query_law(true, values)[said] for true in values}
    total = sum(chances.values())
    return {true: chance / total for true, chance in chances.items()}


def query_table(street: str) -> Table:
    """The lecture's query of one hospital: its law under each truth, and the posteriors."""
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
            epsilon=FIGURES.decimal(math.log(largest), 2),
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
