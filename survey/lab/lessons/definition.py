"""The definition: two neighbours on a bench, and a set of outcomes that is dragged along."""

import math
from fractions import Fraction

from survey.lab.experiments.bench import (
    COUNTS,
    EXAMPLES,
    MECHANISMS,
    OBLIVIOUS,
    OUTCOMES,
    Law,
    hamming,
    largest_factor,
    least_delta,
    mean_error,
    pair,
    yes_count,
)
from survey.lab.figures import short
from survey.lab.lesson import (
    Axis,
    Chart,
    Guess,
    Lesson,
    Outcome,
    Series,
    Slider,
    Table,
    typed,
)
from survey.lab.words import in_a_row, said
from survey.text.translator import N_

SAME = 1e-12  # probabilities that differ by less are equal: the rounding of their sums


def run(mechanism: int, epsilon: Fraction, start: int, length: int) -> Outcome:
    first, second = pair(MECHANISMS[mechanism], float(epsilon))
    chosen = range(start, min(start + length, OUTCOMES))
    says = _says(first, second, epsilon, chosen)
    bound = math.exp(epsilon) * second
    top = max(first.max(), second.max())
    chart = Chart(
        in_a_row(
            N_(
                "Two laws side by side: what is published of a class in which four would "
                "truthfully say yes, and of one in which five would. The first must stay below "
                "the dots."
            ),
            says,
        ),
        Axis(N_("what is published"), -0.5, OUTCOMES - 0.5),
        Axis(N_("probability"), 0, min(1.0, math.ceil(6 * top) / 5)),
        (
            Series(
                said(N_("P: %(count)s say yes"), count=COUNTS[0]),
                tuple(enumerate(first.tolist())),
                "bars",
            ),
            Series(
                said(N_("P′: %(count)s say yes"), count=COUNTS[1]),
                tuple(enumerate(second.tolist())),
                "bars",
            ),
            Series(N_("the set S"), tuple((place, 0.0) for place in chosen), "dots"),
            Series("e^ε · P′", tuple(enumerate(bound.tolist())), "dots"),
        ),
    )
    tables = _table(epsilon, mechanism, chosen), _vectors(), _errors(epsilon, mechanism)
    return Outcome(says, chart, tables)


def _says(first: Law, second: Law, epsilon: Fraction, chosen: range) -> str:
    here, there = float(first[chosen].sum()), float(second[chosen].sum())
    limit, back = math.exp(epsilon) * there, math.exp(epsilon) * here
    if len(chosen) == 1:
        named: str = f"{chosen[0]}"
    else:
        named = said(N_("%(first)s to %(last)s"), first=chosen[0], last=chosen[-1])
    figures = said(
        N_(
            "S = %(named)s, ε = %(epsilon)s: P(S) = %(here)s and e^ε · P′(S) = %(limit)s; "
            "P′(S) = %(there)s and e^ε · P(S) = %(back)s."
        ),
        named=named,
        epsilon=typed(epsilon),
        here=f"{here:.3f}",
        limit=f"{limit:.3f}",
        there=f"{there:.3f}",
        back=f"{back:.3f}",
    )
    if here <= limit + SAME and there <= back + SAME:
        return in_a_row(figures, N_("The promise holds for this S."))
    delta = least_delta(first, second, float(epsilon))
    breaks = N_("The promise breaks: over all sets it takes δ = %(delta)s.")
    return in_a_row(figures, said(breaks, delta=short(delta)))


def _table(epsilon: Fraction, mechanism: int, chosen: range) -> Table:
    rows = []
    for each in MECHANISMS:
        first, second = pair(each, float(epsilon))
        delta = least_delta(first, second, float(epsilon))
        factor = largest_factor(first, second)
        rows.append(
            (
                each.name,
                f"{first[chosen].sum():.3f}",
                f"{second[chosen].sum():.3f}",
                "∞" if math.isinf(factor) else f"{factor:.3f}",
                short(delta) if delta > SAME else "0",
            )
        )
    return Table(
        said(
            N_("All five, for the same S; e^ε = %(factor)s. The one above is marked"),
            factor=f"{math.exp(epsilon):.3f}",
        ),
        (N_("Published"), "P(S)", "P′(S)", N_("Largest factor"), N_("δ it takes")),
        tuple(rows),
        frozenset({mechanism}),
    )


def _vectors() -> Table:
    """Databases beside the first one: how far they are, and what the query says of each."""
    rows = tuple((" ".join(each), hamming(EXAMPLES[0], each), yes_count(each)) for each in EXAMPLES)
    return Table(
        N_(
            "A database is a vector with an entry a person, ⊥ for who is absent; a query f, here "
            "how many 1 there are, is computed from it. The neighbours of the first are marked"
        ),
        ("x", N_("Distance d"), "f(x)"),
        rows,
        frozenset(place for place, (_, distance, _) in enumerate(rows) if distance == 1),
    )


def _errors(epsilon: Fraction, mechanism: int) -> Table:
    """The oblivious mechanisms, whose law depends on the query's value alone, and their errors."""
    rows = tuple((each.name, f"{mean_error(each, float(epsilon)):.2f}") for each in OBLIVIOUS)
    return Table(
        N_(
            "Oblivious mechanisms: what they publish depends on x through f(x) alone. Of those "
            "that keep the promise, whole-number noise is optimal for a count, whatever is "
            "believed before"
        ),
        (N_("Published"), N_("Off by, on average")),
        rows,
        frozenset(place for place, each in enumerate(OBLIVIOUS) if each == MECHANISMS[mechanism]),
    )


LESSON = Lesson(
    name="definition",
    title=N_("What ε promises"),
    point=N_(
        "Two classes that differ in one answer must look nearly alike, whatever is published."
    ),
    guess=Guess(
        N_(
            "A count gets a whole number from −2 to 2 as noise, all equally likely. For which "
            "ε does that keep the promise P(S) ≤ e^ε · P′(S)?"
        ),
        (N_("for a small ε"), N_("for a large ε"), N_("for none")),
        right=2,
        why=N_(
            "For none: of two neighbours, one alone can lead to the outermost outcome, and no "
            "factor makes zero larger."
        ),
    ),
    sentences=(
        N_(
            "Two databases are neighbours if one person's entry differs: their Hamming distance, "
            "the number of entries that differ, is 1."
        ),
        N_(
            "A mechanism is ε-differentially private if no set S of outcomes is more than e^ε "
            "times as likely from one neighbour as from the other."
        ),
        N_(
            "With (ε, δ) it may be likelier by another δ; and whatever is computed from what is "
            "published keeps both."
        ),
    ),
    formula=(
        N_(r"$d(x, y) = |\{i : x_i \neq y_i\}|$; neighbours: $d(x, y) = 1$"),
        N_(r"ε, for all neighbours and all $S$: $P(M(x) \in S) \le e^ε P(M(y) \in S)$"),
        r"(ε, δ): $P(M(x) \in S) \le e^ε P(M(y) \in S) + δ$",
        N_(r"discrete: $P(M(x) = o) \le e^ε P(M(y) = o)$ for each $o$ is enough: sum over $S$"),
        N_(r"continuous: densities $f(o) \le e^ε g(o)$ are enough: integrate over $S$"),
        N_(r"least $δ = \sum_o \max(0, P(o) - e^ε P'(o))$"),
        N_(r"post-processing by $g$: $P(g(M(x)) \in S) = P(M(x) \in g^{-1}(S))$"),
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; with δ: C. Dwork, K. Kenthapadi, F. McSherry, I. Mironov, "
    "M. Naor, Our data, ourselves, EUROCRYPT 2006; optimal: A. Ghosh, T. Roughgarden, "
    "M. Sundararajan, Universally utility-maximizing privacy mechanisms, STOC 2009",
    failure=N_(
        "Noise that ends somewhere breaks it: an outcome that one neighbour alone can lead to "
        "tells the two apart for certain. And it is no promise that nobody learns anything: that "
        "most of a class cheats is learned of those, too, who never answered."
    ),
    here=N_(
        "A report is published by each browser, of one answer alone, so that the promise holds "
        "against the server as well. Everything that pages and files show is computed from "
        "reports, and keeps it."
    ),
    settings=(
        Slider(
            "mechanism",
            N_("Published"),
            0,
            len(MECHANISMS) - 1,
            default=2,
            words=tuple(each.name for each in MECHANISMS),
        ),
        Slider("epsilon", "ε", 1, 5, default=2, per=2),
        Slider("start", N_("S begins at"), 0, OUTCOMES - 1, default=2),
        Slider("length", N_("Outcomes in S"), 1, 6, default=1),
    ),
    run=run,
    slips=N_(
        "A ratio of 0 to 0 is allowed, and of anything to 0 is not. “For all S” cannot be replaced "
        "by “for each outcome” where δ > 0: many small excesses add up, which is why δ is a sum."
    ),
)
