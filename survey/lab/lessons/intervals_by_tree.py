"""Counts of people in an interval: noise for each place, for each query, or in a tree."""

from collections.abc import Callable
from fractions import Fraction

import numpy as np

from survey.lab.drawings import Tree
from survey.lab.experiments.tree_counts import (
    SIZES,
    TREES,
    interval_nodes,
    item_error,
    levels,
    mean_nodes,
    queries_of_one,
    query_error,
    tree_error,
    tree_wins_from,
    typical_error,
)
from survey.lab.figures import short
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

SIMULATED = tuple(2**level for level in range(3, 11, 2))
SEEN = 16  # places of the tree that is drawn
HIGHEST = 1e6  # where the picture ends; the error of noise for each query soon leaves it

Errors = tuple[float, float, float]  # errors with noise for each place, for each query, in a tree


def run(level: int, share: Fraction, epsilon: Fraction, seed: int = 1) -> Outcome:
    n, loss = 2**level, float(epsilon)
    length = int(share * n)
    errors = (item_error(length, loss), query_error(n, loss), tree_error(n, length, loss))
    says = _says(n, length, errors, share)
    lines = (
        Series(N_("noise for each place"), _drawn(lambda m: item_error(int(share * m), loss))),
        Series(N_("noise for each query"), _drawn(lambda m: query_error(m, loss))),
        Series(N_("tree"), _drawn(lambda m: tree_error(m, int(share * m), loss))),
        Series(
            said(N_("%(trees)s simulated trees"), trees=TREES),
            tuple((m, typical_error(m, int(share * m), seed) / loss) for m in SIMULATED),
            "dots",
        ),
    )
    chart = Chart(
        in_a_row(
            N_(
                "The error of a count grows with the number of places n, with √n if each place has "
                "its noise, with n² if each query has, and slowest in the tree."
            ),
            says,
        ),
        Axis(N_("places n"), SIZES[0], SIZES[-1], logarithmic=True),
        Axis(N_("typical error, in people"), 0.5, HIGHEST, logarithmic=True),
        lines,
        mark=n,
    )
    return Outcome(says, chart, (_table(n, length, errors),), tree=_drawn_tree(share, seed))


def _drawn_tree(share: Fraction, seed: int) -> Tree:
    """A tree small enough to be seen, and an interval of this share that begins anywhere."""
    length = int(share * SEEN)
    first = int(np.random.default_rng(seed).integers(0, SEEN - length + 1))
    lit = tuple(interval_nodes(SEEN, first, first + length))
    return Tree(
        said(
            N_(
                "A tree over %(places)s places. Those with a thick ring, %(length)s in all, are "
                "held by the filled nodes, each place once; noisy counts to add: %(nodes)s. Draw "
                "again for another interval."
            ),
            places=SEEN,
            length=length,
            nodes=len(lit),
        ),
        SEEN,
        first,
        first + length,
        lit,
    )


def _table(n: int, length: int, errors: Errors) -> Table:
    nodes = mean_nodes(n, length)
    return Table(
        N_("Three ways to the same ε; the smallest error stands out"),
        (
            N_("Noise"),
            N_("Counts with noise"),
            N_("One person is in"),
            N_("Added up"),
            N_("Typical error"),
        ),
        (
            (N_("for each place"), FIGURES.whole(n), 1, FIGURES.whole(length), _people(errors[0])),
            (
                N_("for each query"),
                short(n * (n + 1) // 2),
                short(queries_of_one(n)),
                1,
                _people(errors[1]),
            ),
            (
                N_("in a tree"),
                FIGURES.whole(2 * n - 1),
                levels(n),
                said(N_("%(nodes)s on average"), nodes=FIGURES.decimal(nodes, 1))
                if nodes > 1
                else 1,
                _people(errors[2]),
            ),
        ),
        frozenset({errors.index(min(errors))}),
    )


def _drawn(error: Callable[[int], float]) -> tuple[tuple[float, float], ...]:
    found = ((n, error(n)) for n in SIZES)
    return tuple((n, value) for n, value in found if value <= HIGHEST)


def _says(n: int, length: int, errors: Errors, share: Fraction) -> str:
    item, query, tree = (_people(error) for error in errors)
    part = N_("all places") if share == 1 else said(N_("%(share)s of the places"), share=f"{share}")
    return said(
        N_(
            "With %(level)s places, an interval of %(length)s places is counted with a typical "
            "error (root mean square) of %(item)s if each place has its noise, %(query)s if each "
            "query has, and %(tree)s in the tree. For intervals that hold %(part)s, the tree is "
            "the most precise from n = %(first)s on."
        ),
        level=FIGURES.whole(n),
        length=FIGURES.whole(length),
        item=item,
        query=query,
        tree=tree,
        part=part,
        first=FIGURES.whole(tree_wins_from(share)),
    )


def _people(error: float) -> str:
    """An error in people: two decimals at most, and millions as powers of ten."""
    return short(error) if error >= HIGHEST else FIGURES.number(error)


LESSON = Lesson(
    name="interval-tree",
    title=N_("Intervals by a tree"),
    point=N_("Any interval's count from one noisy tree, for one ε."),
    guess=Guess(
        N_(
            "4,096 places in a row, and a tree of noisy counts over them. How many of its counts "
            "make up an interval of 2,048 places, on average?"
        ),
        (N_("about 11"), N_("about 64"), FIGURES.whole(2048)),
        right=0,
        why=N_("About 11: large nodes in the middle, small ones at the two ends."),
    ),
    sentences=(
        N_(
            "Many questions ask how many lie in an interval, and n places in a row have n(n+1)/2 "
            "intervals."
        ),
        N_(
            "Noise in each place adds up along the interval; noise in each query must be so large "
            "that all queries together cost no more than ε."
        ),
        N_(
            "A tree counts every place, every pair, every pair of pairs and so on, each with "
            "noise: a few of its counts make up any interval, and each person is in only a few."
        ),
    ),
    formula=(
        N_("ε: between a row of places with one person and the same without"),
        N_(r"each place: noise of scale $1/ε$; error $\frac{\sqrt{2ℓ}}{ε}$ for $ℓ$ places"),
        N_(r"each query: scale $m/ε$, where $m = ⌊\frac{(n+1)^2}{4}⌋$; error $\sqrt 2\,m/ε$"),
        N_(r"an interval has at most $2 \log_2 n$ nodes, and a person is in $\log_2 n + 1$"),
        N_(r"tree: scale $b = \frac{\log_2 n + 1}{ε}$ in each node"),
        N_(r"error $\sqrt{2N}\,b$ for $N$ nodes"),
    ),
    source="C. Dwork, M. Naor, T. Pitassi, G. N. Rothblum, Differential privacy under continual "
    "observation, STOC 2010; M. Hay, V. Rastogi, G. Miklau, D. Suciu, Boosting the accuracy of "
    "differentially private histograms through consistency, PVLDB 3 (2010); T.-H. H. Chan, E. Shi, "
    "D. Song, Private and continual release of statistics, ACM TISSEC 14 (2011)",
    failure=N_(
        "Where few places are asked about, the tree loses: it pays for all its levels. And all "
        "three need somebody who holds the true counts and is trusted with them."
    ),
    here=N_(
        "This app has no such holder: every answer is randomized in the browser, and the server "
        "could not count an interval of true answers. Whatever is added up from the reports "
        "afterwards costs no further ε; the tree is shown here as what a trusted holder could do."
    ),
    settings=(
        # From 32 places on: a typed 8 or 16 could mean so many places, or their logarithm.
        Slider(
            "level",
            N_("Places n"),
            5,
            16,
            default=12,
            words=tuple(FIGURES.whole(2**level) for level in range(5, 17)),
        ),
        Slider(
            "share",
            N_("Interval's share"),
            1,
            8,
            default=4,
            per=8,
            words=(*(str(Fraction(each, 8)) for each in range(1, 8)), N_("all")),
        ),
        Slider("epsilon", N_("ε in total"), 2, 20, default=10, step=2, per=10),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "Some lecture notes give the error of a count over an interval I, with noise in each "
        "place, as |I|·exp(ε); the right is √(2|I|)/ε: half of ε doubles it, and so do four "
        "times as many places. Some give each node the noise of the full ε, Laplace(1/ε), or "
        "scale ε by 1/log(1/ε), where log n is meant; the right is Laplace((log₂ n + 1)/ε). A "
        "person is in one node on each of the log₂ n + 1 levels, so that Laplace(1/ε) would cost "
        "(log₂ n + 1)·ε in total. The variance of Laplace(b) is 2b², not b². And this is for one "
        "person more or less: whose answer moves from one place to another changes two places "
        "and up to 2 log₂ n nodes, and with Laplace(1/ε) in each place that costs 2ε."
    ),
)
