"""Six people of a town, what two hospitals release about one of them, and who that may be."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from operator import attrgetter

from survey.core.mechanism import privacy
from survey.core.mechanism.randomize import Odds
from survey.errors import ParameterError


@dataclass(frozen=True)
class Person:
    """One of the town: age in years, weight in kg."""

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

    The true minimum with A/(A+(k−1)B), each of the k−1 other groups' minima with
    B/(A+(k−1)B): 1/2, 1/4, 1/4 for odds 2 and three groups; EXACT names the true one.
    Raises ParameterError if no group has this minimum.
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
