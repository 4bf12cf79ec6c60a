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
    query_table,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

VISITOR = PEOPLE[0]  # the person whom both releases are about
PUBLISHED = (("age",), ("weight",), ("age", "weight"))
MINIMAL = {"age": N_("minimal age %(value)s"), "weight": N_("minimal weight %(value)s kg")}


def releases(attributes: Sequence[str]) -> dict[str, int]:
    """The values of truthful releases about the visitor: the minimum of the visitor's groups."""
    return {each: group_minima(PEOPLE, each)[VISITOR.name] for each in attributes}


def run(published: int, odds: int, known: int) -> Outcome:
    released = releases(PUBLISHED[published])
    candidates = candidates_known(VISITOR.street if known else None)
    before, exact, noisy = (
        posterior(candidates, what, how)
        for what, how in (({}, EXACT), (released, EXACT), (released, (odds, 1)))
    )
    words = _both(*(said(MINIMAL[each], value=value) for each, value in released.items()))
    says = _says(words, len(released), odds, exact, noisy)
    chart = Chart(
        in_a_row(
            said(N_("Who was in both hospitals, after the release of %(words)s."), words=words),
            says,
        ),
        Axis(N_("person"), -0.5, len(PEOPLE) - 0.5, words=tuple(person.name for person in PEOPLE)),
        Axis(N_("probability, %"), 0, 100),
        tuple(
            Series(label, _bars(probabilities), "bars")
            for label, probabilities in (
                (N_("before"), before),
                (N_("exact releases"), exact),
                (N_("noisy releases"), noisy),
            )
        ),
    )  # fmt: skip
    return Outcome(says, chart, (_table(exact, noisy), query_table(VISITOR.street)))


def _table(exact: Mapping[str, Fraction], noisy: Mapping[str, Fraction]) -> Table:
    fitting = frozenset(place for place, person in enumerate(PEOPLE) if exact.get(person.name))
    rows: tuple[tuple[str | int, ...], ...] = tuple(
        (
            said(N_("%(name)s, fits"), name=person.name) if place in fitting else person.name,
            person.street.removesuffix(" Street"),
            person.age,
            person.weight,
            *(str(found.get(person.name, Fraction(0))) for found in (exact, noisy)),
        )
        for place, person in enumerate(PEOPLE)
    )
    return Table(
        N_("Probability of each person; those who fit the exact releases are marked"),
        (N_("Person"), N_("Street"), N_("Age"), N_("kg"), N_("Exact"), N_("Noisy")),
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
    alone = said(N_("%(name)s alone"), name=fitting[0])
    named = alone if len(fitting) == 1 else _both(*fitting)
    likeliest, least = max(noisy.values()), min(noisy.values())
    shares = said(
        N_("all with probability %(least)s")
        if likeliest == least
        else N_("the likeliest with probability %(likeliest)s and the least likely with %(least)s"),
        likeliest=str(likeliest),
        least=str(least),
    )
    change = said(
        N_("no odds between two people change by more than a factor of %(factor)s")
        if odds > 1
        else N_("no odds between two people change"),
        factor=odds**count,
    )
    return said(
        N_(
            "Published exactly, “%(words)s” fits %(named)s. Published with noise of odds "
            "%(odds)s, the same words leave %(left)s candidates, %(shares)s: %(change)s (ε = "
            "%(epsilon)s)."
        ),
        words=words,
        named=named,
        odds=odds,
        left=len(noisy),
        shares=shares,
        change=change,
        epsilon=FIGURES.decimal(count * math.log(odds), 2),
    )


def _both(first: str, second: str = "") -> str:
    """One phrase alone, or two joined by "and"; an exact release leaves one or two people."""
    return said(N_("%(first)s and %(second)s"), first=first, second=second) if second else first


LESSON = Lesson(
    name="two-releases",
    title=N_("Two releases name one person"),
    point=N_("Two careful publishers, each with a crowd to hide in, name one person together."),
    guess=Guess(
        N_("Two hospitals each publish one true number about a person. Each alone fits two of six "
           "people. How many fit both?"),
        ("1", "2", "4"),
        right=0,
        why=N_("One. Each hospital was careful, and together they name her."),
    ),
    sentences=(
        N_("A person was in two hospitals, and each publishes one true number about that person's "
           "group: the minimal age, or the minimal weight."),
        N_("Each exact release alone leaves two of six people, yet only one person is in both "
           "groups."),
        N_("Let each hospital name the true group with a chance of only 1/2, and either other "
           "group with 1/4: then both releases together still exclude nobody."),
    ),
    formula=(
        N_(r"person $i$, releases $a$, $w$: $P(i \mid a, w)$ is $P(a \mid i)\,P(w \mid i)$ over "
           r"the sum of these products over all candidates"),
        N_(
            r"three candidates who fit both, one, none: $\frac12\cdot\frac12 : "
            r"\frac12\cdot\frac14 : \frac14\cdot\frac14 = \frac47 : \frac27 : \frac17$"
        ),
        N_(r"odds $A/B$ a release, two releases: at most $(A/B)^2$, that is, $ε_1 + ε_2$"),
    ),
    source="S. R. Ganta, S. P. Kasiviswanathan, A. Smith, Composition attacks and auxiliary "
           "information in data privacy, KDD 2008",
    failure=N_("k-anonymity says nothing about a second release: the two groups of k people can "
               "have a single person in common. Knowing the person's street can be enough for one "
               "release alone."),
    here=N_("A survey with two questions is two releases about each respondent, so every answer "
            "is randomized in the browser, and the ε of the questions are added up and shown. No "
            "demographic field is stored beside the reports, unless the instructor asks for it, "
            "and then as a report."),
    settings=(
        Slider(
            "published", N_("Published"), 0, 2, default=2,
            words=(N_("the age only"), N_("the weight only"), N_("both")),
        ),
        Slider(
            "odds", N_("True group's odds"), 1, 10, default=2,
            words=tuple(said(N_("%(odds)s to 1"), odds=odds) for odds in range(1, 11)),
        ),
        Slider(
            "known", N_("Known besides"), 0, 1, default=0,
            words=(N_("nothing"), N_("lives in Mill Street")),
        ),
    ),
    run=run,
    slips=N_("The chances of what a release says are not yet the probabilities of the candidates. "
             "For the three of Mill Street the age alone has chances 1/2, 1/2, 1/4, which make "
             "2/5, 2/5, 1/5: divide by their sum."),
)  # fmt: skip
