"""The definition: two neighbours on a bench, and a set of outcomes that is dragged along."""

import math
from fractions import Fraction

from survey.lab.experiments.bench import (
    COUNTS,
    MECHANISMS,
    OUTCOMES,
    Density,
    Mechanism,
    least_delta,
    pair,
)
from survey.lab.experiments.bench_tables import (
    SAME,
    databases_table,
    errors_table,
    mechanisms_table,
)
from survey.lab.figures import short
from survey.lab.lesson import (
    Axis,
    Chart,
    ChosenRange,
    Drawn,
    Guess,
    Lesson,
    Outcome,
    Series,
    Slider,
)
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

PLACES = [place / 10 for place in range(-5, 10 * OUTCOMES - 4)]  # the x at which a density is drawn


def run(mechanism: int, epsilon: Fraction, start: int, length: int) -> Outcome:
    published = MECHANISMS[mechanism]
    chosen = range(start, min(start + length, OUTCOMES))
    says = _says(published, epsilon, chosen)
    tables = (
        mechanisms_table(epsilon, mechanism, chosen),
        databases_table(),
        errors_table(epsilon, mechanism),
    )
    return Outcome(says, _chart(published, epsilon, chosen, says), tables)


def _chart(published: Mechanism, epsilon: Fraction, chosen: range, says: str) -> Chart:
    """The chart of both laws, and of the bound that the first must not exceed, over the set S."""
    if published.density:
        laws = [_curve(published.density, count, epsilon) for count in COUNTS]
        described = N_(
            "Two densities side by side: of what is published of a class in which four would "
            "truthfully say yes, and of one in which five would. The first must stay below the "
            "dotted line."
        )
    else:
        laws = [tuple(enumerate(law.tolist())) for law in pair(published, float(epsilon))]
        described = N_(
            "Two laws side by side: what is published of a class in which four would "
            "truthfully say yes, and of one in which five would. The first must stay below "
            "the dots."
        )
    first, second = laws
    bound = tuple((place, math.exp(epsilon) * value) for place, value in second)
    top = math.ceil(6 * max(value for law in laws for _, value in law)) / 5
    drawn: Drawn = "line" if published.density else "bars"
    limit: Drawn = "line" if published.density else "dots"
    return Chart(
        in_a_row(described, says),
        Axis(N_("what is published"), -0.5, OUTCOMES - 0.5),
        Axis(N_("density"), 0, top)
        if published.density
        else Axis(N_("probability"), 0, min(1, top)),
        (
            Series(said(N_("P: %(count)s say yes"), count=COUNTS[0]), first, drawn),
            Series(said(N_("P′: %(count)s say yes"), count=COUNTS[1]), second, drawn),
            Series("e^ε · P′", bound, limit),
        ),
        chosen=ChosenRange(
            N_("the set S: drag it"), chosen[0] - 0.5, chosen[-1] + 0.5, "start", "length"
        ),
    )


def _curve(density: Density, count: int, epsilon: Fraction) -> tuple[tuple[float, float], ...]:
    return tuple((place, density(count, float(epsilon), place)) for place in PLACES)


def _says(published: Mechanism, epsilon: Fraction, chosen: range) -> str:
    first, second = pair(published, float(epsilon))
    here, there = float(first[chosen].sum()), float(second[chosen].sum())
    limit, back = math.exp(epsilon) * there, math.exp(epsilon) * here
    figures = said(
        N_(
            "S = %(named)s, ε = %(epsilon)s: P(S) = %(here)s and e^ε · P′(S) = %(limit)s; "
            "P′(S) = %(there)s and e^ε · P(S) = %(back)s."
        ),
        named=_named(published, chosen),
        epsilon=FIGURES.setting(epsilon),
        here=FIGURES.decimal(here, 3),
        limit=FIGURES.decimal(limit, 3),
        there=FIGURES.decimal(there, 3),
        back=FIGURES.decimal(back, 3),
    )
    if here <= limit + SAME and there <= back + SAME:
        return in_a_row(figures, N_("The promise holds for this S."))
    delta = least_delta(first, second, float(epsilon))
    breaks = N_("The promise breaks: over all sets it takes δ = %(delta)s.")
    return in_a_row(figures, said(breaks, delta=short(delta)))


def _named(published: Mechanism, chosen: range) -> str:
    """S in words; if any number may occur, S is the range that is rounded to these outcomes."""
    if published.density:
        first = "−∞" if chosen[0] == 0 else f"{chosen[0] - 0.5}"
        last = "∞" if chosen[-1] == OUTCOMES - 1 else f"{chosen[-1] + 0.5}"
        return said(N_("%(first)s to %(last)s"), first=first, last=last)
    if len(chosen) == 1:
        return f"{chosen[0]}"
    return said(N_("%(first)s to %(last)s"), first=chosen[0], last=chosen[-1])


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
        Slider("epsilon", "ε", 1, 4, default=2, per=2),
        Slider("start", N_("S begins at"), 0, OUTCOMES - 1, default=2),
        Slider("length", N_("Outcomes in S"), 1, OUTCOMES // 2, default=1),
    ),
    run=run,
    slips=N_(
        "A ratio of 0 to 0 is allowed, and of anything to 0 is not. “For all S” cannot be replaced "
        "by “for each outcome” where δ > 0: many small excesses add up, which is why δ is a sum."
    ),
)
