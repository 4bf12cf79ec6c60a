"""The definition: two neighbours on a bench, and a set of outcomes that is dragged along."""

import math
from fractions import Fraction

from survey.lab.experiments.bench import (
    COUNTS,
    MECHANISMS,
    OUTCOMES,
    Law,
    largest_factor,
    least_delta,
    pair,
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

SAME = 1e-12  # probabilities that differ by less are equal: the rounding of their sums


def run(mechanism: int, epsilon: Fraction, start: int, length: int) -> Outcome:
    first, second = pair(MECHANISMS[mechanism], float(epsilon))
    chosen = range(start, min(start + length, OUTCOMES))
    says = _says(first, second, epsilon, chosen)
    bound = math.exp(epsilon) * second
    top = max(first.max(), second.max())
    chart = Chart(
        "Two laws side by side: what is published of a class in which four would truthfully say "
        f"yes, and of one in which five would. The first must stay below the dots. {says}",
        Axis("what is published", -0.5, OUTCOMES - 0.5),
        Axis("probability", 0, min(1.0, math.ceil(6 * top) / 5)),
        (
            Series(f"P: {COUNTS[0]} say yes", tuple(enumerate(first.tolist())), "bars"),
            Series(f"P′: {COUNTS[1]} say yes", tuple(enumerate(second.tolist())), "bars"),
            Series("the set S", tuple((place, 0.0) for place in chosen), "dots"),
            Series("e^ε · P′", tuple(enumerate(bound.tolist())), "dots"),
        ),
    )
    return Outcome(says, chart, (_table(epsilon, mechanism, chosen),))


def _says(first: Law, second: Law, epsilon: Fraction, chosen: range) -> str:
    here, there = float(first[chosen].sum()), float(second[chosen].sum())
    limit, back = math.exp(epsilon) * there, math.exp(epsilon) * here
    named = str(chosen[0]) if len(chosen) == 1 else f"{chosen[0]} to {chosen[-1]}"
    figures = (
        f"S = {named}, ε = {typed(epsilon)}: P(S) = {here:.3f} and e^ε · P′(S) = {limit:.3f}; "
        f"P′(S) = {there:.3f} and e^ε · P(S) = {back:.3f}."
    )
    if here <= limit + SAME and there <= back + SAME:
        return f"{figures} The promise holds for this S."
    delta = least_delta(first, second, float(epsilon))
    return f"{figures} The promise breaks: over all sets it takes δ = {short(delta)}."


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
        f"All five, for the same S; e^ε = {math.exp(epsilon):.3f}. The one above is marked",
        ("Published", "P(S)", "P′(S)", "Largest factor", "δ it takes"),
        tuple(rows),
        frozenset({mechanism}),
    )


LESSON = Lesson(
    name="definition",
    title="What ε promises",
    point="Two classes that differ in one answer must look nearly alike, whatever is published.",
    guess=Guess(
        "A count gets a whole number from −2 to 2 as noise, all equally likely. For which "
        "ε does that keep the promise P(S) ≤ e^ε · P′(S)?",
        ("for a small ε", "for a large ε", "for none"),
        right=2,
        why="For none: of two neighbours, one alone can lead to the outermost outcome, and no "
        "factor makes zero larger.",
    ),
    sentences=(
        "Two databases are neighbours if one person's entry differs: their Hamming distance, the "
        "number of entries that differ, is 1.",
        "A mechanism is ε-differentially private if no set S of outcomes is more than e^ε times as "
        "likely from one neighbour as from the other.",
        "With (ε, δ) it may be likelier by another δ; and whatever is computed from what is "
        "published keeps both.",
    ),
    formula=(
        "d(x, y) = |{i : xᵢ ≠ yᵢ}|; x and y are neighbours if d(x, y) = 1",
        "ε: P(M(x) ∈ S) ≤ e^ε · P(M(y) ∈ S) for all neighbours x, y and all sets S",
        "(ε, δ): P(M(x) ∈ S) ≤ e^ε · P(M(y) ∈ S) + δ",
        "discrete: P(M(x) = o) ≤ e^ε · P(M(y) = o) for each o is enough: sum over S",
        "continuous: densities f(o) ≤ e^ε · g(o) are enough: integrate over S",
        "least δ = Σ max(0, P(o) − e^ε · P′(o)); post-processing g: S becomes g⁻¹(S)",
    ),
    source="C. Dwork, F. McSherry, K. Nissim, A. Smith, Calibrating noise to sensitivity in "
    "private data analysis, TCC 2006; with δ: C. Dwork, K. Kenthapadi, F. McSherry, I. Mironov, "
    "M. Naor, Our data, ourselves, EUROCRYPT 2006",
    failure="Noise that ends somewhere breaks it: an outcome that one neighbour alone can lead to "
    "tells the two apart for certain. And it is no promise that nobody learns anything: that most "
    "of a class cheats is learned of those, too, who never answered.",
    here="A report is published by each browser, of one answer alone, so that the promise holds "
    "against the server as well. Everything that pages and files show is computed from reports, "
    "and keeps it.",
    settings=(
        Slider(
            "mechanism",
            "Published",
            0,
            len(MECHANISMS) - 1,
            default=2,
            words=tuple(each.name for each in MECHANISMS),
        ),
        Slider("epsilon", "ε", 1, 5, default=2, per=2),
        Slider("start", "S begins at", 0, OUTCOMES - 1, default=2),
        Slider("length", "Outcomes in S", 1, 6, default=1),
    ),
    run=run,
    slips="A ratio of 0 to 0 is allowed, and of anything to 0 is not. “For all S” cannot be "
    "replaced by “for each outcome” where δ > 0: many small excesses add up, which is why δ is a "
    "sum.",
)
