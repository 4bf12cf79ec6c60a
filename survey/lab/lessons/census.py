"""Anonymize and aggregate: how few triples of ages fit a census table."""

from survey.lab.experiments.census_block import (
    BLOCK,
    PLACES,
    STATISTICS,
    Triples,
    fitting,
    published,
    triples,
)
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

SHOWN = 12

# The census of the United States in 2010, taken apart by its own bureau (Abowd et al. 2025).
AT_SCALE = (
    (N_("statistics published"), N_("more than 150 billion")),
    (N_("of 180 sets of tables, those used"), "34"),
    (N_("people in blocks that are certain to be reconstructed without a fault"), N_("97 million")),
    (N_("that is, of all blocks"), FIGURES.percent(0.7)),
)


def run(statistics: int) -> Outcome:
    """The outcome if this many statistics are published; the first is the count of three."""
    numbers = published(BLOCK, len(STATISTICS))
    at_each = [len(fitting(numbers[:each])) for each in range(len(PLACES))]
    left = fitting(numbers[: statistics - 1])
    says = _says(numbers[: statistics - 1], left)
    chart = Chart(
        in_a_row(N_("With each statistic fewer triples of ages fit, until one is left."), says),
        Axis(N_("Published"), -0.5, len(PLACES) - 0.5, words=PLACES),
        Axis(
            N_("Triples of ages that fit (a step of length is a factor)"),
            0.5,
            1e6,
            logarithmic=True,
        ),
        (Series(N_("triples that fit"), tuple(enumerate(at_each)), "bars"),),
        mark=statistics - 1,
    )
    return Outcome(says, chart, (_table(left), _at_scale()))


def _says(numbers: list[int], left: Triples) -> str:
    table = N_("three males")
    for each, number in zip(STATISTICS, numbers, strict=False):
        table = said(N_("%(before)s, %(statistic)s"), before=table, statistic=each.in_words(number))
    if len(left) == 1:
        youngest, middle, eldest = left[0].tolist()
        fits = said(
            N_("Only the ages %(youngest)s, %(middle)s and %(eldest)s fit: the census is undone."),
            youngest=youngest,
            middle=middle,
            eldest=eldest,
        )
    elif not numbers:
        fits = said(N_("All %(all)s triples of ages fit."), all=FIGURES.whole(len(left)))
    else:
        fits = said(
            N_("Of %(all)s triples of ages, %(left)s fit."),
            all=FIGURES.whole(len(triples())),
            left=FIGURES.whole(len(left)),
        )
    return in_a_row(said(N_("Published: %(table)s."), table=table), fits)


def _table(left: Triples) -> Table:
    more = len(left) - SHOWN
    if more > 0:
        caption: str = said(
            N_("Triples of ages that fit, the first %(shown)s; %(more)s more fit"),
            shown=SHOWN,
            more=FIGURES.whole(more),
        )
    else:
        caption = N_("Triples of ages that fit, all of them; the truth is marked")
    shown = left[:SHOWN].tolist()
    true = frozenset(place for place, row in enumerate(shown) if tuple(row) == BLOCK)
    return Table(
        caption,
        (N_("Youngest"), N_("Middle"), N_("Oldest"), N_("Mean")),
        tuple((*row, _mean(row, place in true)) for place, row in enumerate(shown)),
        true,
    )


def _mean(row: list[int], true: bool) -> str:
    mean = FIGURES.decimal(sum(row) / 3, 1)
    return said(N_("%(mean)s, the truth"), mean=mean) if true else mean


def _at_scale() -> Table:
    return Table(
        N_(
            "The same at scale: the census of the United States in 2010, with a solver for "
            "equations in whole numbers (integer programming)"
        ),
        (N_("What"), N_("How many")),
        AT_SCALE,
    )


LESSON = Lesson(
    name="census",
    title=N_("Anonymize and aggregate: a census taken apart"),
    point=N_("Five ordinary statistics of three people leave one possibility for their ages."),
    guess=Guess(
        N_(
            "Three males live in a block. Published are their median age, 30, and their mean age, "
            "44. How many of 341,376 triples of ages fit?"
        ),
        ("31", N_("about 3,000"), N_("about 100,000")),
        right=0,
        why=N_("31. Each published number is an equation, and three more leave one triple."),
    ),
    sentences=(
        N_(
            "A census publishes statistics of a block and no person's age: three males, median 30, "
            "mean 44."
        ),
        N_(
            "Each statistic is an equation in the ages, and a computer can list every triple of "
            "whole years from 0 to 125 that satisfies all of them."
        ),
        N_(
            "The median and the mean leave 31 triples out of 341,376, and three more such numbers "
            "leave one."
        ),
    ),
    formula=(
        N_(r"$0 \le A \le B \le C \le 125$: $C(128, 3) = 341376$ triples"),
        N_(r"median: $B = 30$; mean: $A + B + C = 3 \cdot 44$, so that $A + C = 102$"),
        N_(r"deviation, to the nearest year: $\sqrt{\frac{(A-44)^2 + (B-44)^2 + (C-44)^2}{3}}$"),
    ),
    source="S. Garfinkel, J. M. Abowd, C. Martindale, Understanding database reconstruction "
    "attacks on public data, ACM Queue 16(5) (2018); at scale: J. M. Abowd and others, A simulated "
    "reconstruction and reidentification attack on the 2010 U.S. Census, Center for Economic "
    "Studies, working paper 25-57 (2025)",
    failure=N_(
        "No single statistic gives anyone away, and enough of them together do. Whoever publishes "
        "many exact statistics of a few people publishes the people, with their names left out or "
        "not."
    ),
    here=N_(
        "The server holds no exact answers: each is randomized before it is sent, so that all "
        "statistics together tell no more than the reports, whose ε adds up over the questions and "
        "is shown. Results also stay hidden below a minimum number of responses, 5 if the "
        "instructor does not change it."
    ),
    settings=(
        Slider(
            "statistics",
            N_("Published"),
            1,
            len(PLACES),
            default=3,
            words=PLACES,
        ),
    ),
    run=run,
    slips=N_(
        "The paper counts C(125, 3) = 317,750 triples, which are those of three different ages "
        "from 1 to 125, but one of the 30 that it lists, (30, 30, 72), is not among them. Three "
        "people can have the same age, and newborns are 0: C(128, 3) = 341,376 and 31, with (0, "
        "30, 102)."
    ),
)
