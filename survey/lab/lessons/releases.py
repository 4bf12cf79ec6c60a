"""Two releases: each one hides a person among several, and both together name that person."""

import math
from collections.abc import Mapping, Sequence
from fractions import Fraction

from survey.lab.experiments.release_posteriors import (
    EXACT,
    PEOPLE,
    candidates_known,
    group_minima,
    posterior,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table

VISITOR = PEOPLE[0]  # whom both releases are about
PUBLISHED = (("age",), ("weight",), ("age", "weight"))
WORDS = {"age": "minimal age {}", "weight": "minimal weight {} kg"}


def releases(attributes: Sequence[str]) -> dict[str, int]:
    """What truthful releases about the visitor say: the minimum of the visitor's group in each."""
    return {each: group_minima(PEOPLE, each)[VISITOR.name] for each in attributes}


def run(published: int, odds: int, known: int) -> Outcome:
    said = releases(PUBLISHED[published])
    candidates = candidates_known(VISITOR.street if known else None)
    before, exact, noisy = (
        posterior(candidates, what, how)
        for what, how in (({}, EXACT), (said, EXACT), (said, (odds, 1)))
    )
    words = " and ".join(WORDS[attribute].format(value) for attribute, value in said.items())
    says = _says(words, len(said), odds, exact, noisy)
    chart = Chart(
        f"Who was in both hospitals, after the release of {words}. {says}",
        Axis("person", -0.5, len(PEOPLE) - 0.5, words=tuple(person.name for person in PEOPLE)),
        Axis("probability, %", 0, 100),
        tuple(
            Series(label, _bars(probabilities), "bars")
            for label, probabilities in (
                ("before", before), ("exact releases", exact), ("noisy releases", noisy),
            )
        ),
    )  # fmt: skip
    return Outcome(says, chart, (_table(exact, noisy),))


def _table(exact: Mapping[str, Fraction], noisy: Mapping[str, Fraction]) -> Table:
    fitting = frozenset(place for place, person in enumerate(PEOPLE) if exact.get(person.name))
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (
            f"{person.name}, fits" if place in fitting else person.name,
            person.street.removesuffix(" Street"),
            person.age,
            person.weight,
            *(str(found.get(person.name, Fraction(0))) for found in (exact, noisy)),
        )
        for place, person in enumerate(PEOPLE)
    )
    return Table(
        "Probability of each person; those who fit the exact releases are marked",
        ("Person", "Street", "Age", "kg", "Exact", "Noisy"),
        rows,
        fitting,
    )


def _bars(probabilities: Mapping[str, Fraction]) -> tuple[tuple[float, float], ...]:
    """The probabilities in percent, to one decimal; the table has them exactly."""
    return tuple(
        (place, round(float(100 * probabilities.get(person.name, 0)), 1))
        for place, person in enumerate(PEOPLE)
    )


def _says(
    words: str,
    count: int,
    odds: int,
    exact: Mapping[str, Fraction],
    noisy: Mapping[str, Fraction],
) -> str:
    fitting = [name for name, probability in exact.items() if probability]
    named = f"{fitting[0]} alone" if len(fitting) == 1 else " and ".join(fitting)
    likeliest, least = max(noisy.values()), min(noisy.values())
    if likeliest == least:
        shares = f"all with probability {least}"
    else:
        shares = f"the likeliest with probability {likeliest} and the least likely with {least}"
    factor = f" by more than a factor of {odds**count}" if odds > 1 else ""
    return (
        f"Published exactly, “{words}” fits {named}. Published with noise of odds {odds}, the same "
        f"words leave {len(noisy)} candidates, {shares}: no odds between two people "
        f"change{factor} (ε = {count * math.log(odds):.2f})."
    )


LESSON = Lesson(
    name="two-releases",
    title="Two releases name one person",
    point="Two careful publishers, each with a crowd to hide in, name one person together.",
    guess=Guess(
        "Two hospitals each publish one true number about a person. Each alone fits two of six "
        "people. How many fit both?",
        ("1", "2", "4"),
        right=0,
        why="One. Each hospital was careful, and together they name her.",
    ),
    sentences=(
        "A person was in two hospitals, and each publishes one true number about that person's "
        "group: the minimal age, or the minimal weight.",
        "Each exact release alone leaves two of six people, yet only one person is in both groups.",
        "Let each hospital name the true group with a chance of only 1/2, and either other group "
        "with 1/4: then both releases together still exclude nobody.",
    ),
    formula=(
        "P(person | releases) = P(age's release | person) · P(weight's release | person) / "
        "the sum of these products over all candidates",
        "three candidates who fit both, one, none: 1/2·1/2 : 1/2·1/4 : 1/4·1/4 = 4/7 : 2/7 : 1/7",
        "odds A/B a release, two releases: at most (A/B)², that is, ε₁ + ε₂",
    ),
    source="S. R. Ganta, S. P. Kasiviswanathan, A. Smith, Composition attacks and auxiliary "
    "information in data privacy, KDD 2008",
    failure="k-anonymity says nothing about a second release: the two groups of k people can have "
    "a single person in common. Knowing the person's street can be enough for one release alone.",
    here="A survey with two questions is two releases about each respondent, so every answer is "
    "randomized in the browser, and the ε of the questions are added up and shown. No demographic "
    "field is stored beside the reports, unless the instructor asks for it, and then as a report.",
    settings=(
        Slider(
            "published", "Published", 0, 2, default=2,
            words=("the age only", "the weight only", "both"),
        ),
        Slider(
            "odds", "True group's odds", 1, 10, default=2,
            words=tuple(f"{odds} to 1" for odds in range(1, 11)),
        ),
        Slider(
            "known", "Known besides", 0, 1, default=0,
            words=("nothing", "lives in Mill Street"),
        ),
    ),
    run=run,
    slips="The chances of what a release says are not yet the probabilities of the candidates. For "
    "the three of Mill Street the age alone has chances 1/2, 1/2, 1/4, which make 2/5, 2/5, 1/5: "
    "divide by their sum.",
)  # fmt: skip
