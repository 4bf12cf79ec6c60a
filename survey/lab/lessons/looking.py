"""Looking while counting: why an interval for a fixed class fails, and how a cap helps."""

from fractions import Fraction

from survey.core.intervals.calibration import Design, calibrate
from survey.core.intervals.registry import ANYTIME, CLASS, HOEFFDING, HORIZON
from survey.core.mechanism.privacy import keep_and_other
from survey.lab.drawings import Crowd
from survey.lab.experiments.looks import CONFIDENCE, Misses, misses, paths_missed
from survey.lab.figures import percentage
from survey.lab.lesson import Axis, Chart, Guess, Lesson, Outcome, Series, Slider, Table
from survey.lab.words import FIGURES, in_a_row, said
from survey.translations.marked import N_

LOOKS = (1, 2, 5, 10, 20)  # and a look after each response
HOW_OFTEN = (
    N_("once, at the end"),
    *(said(N_("%(looks)s times"), looks=each) for each in LOOKS[1:]),
    N_("after each response"),
)
CLASSES = 500  # simulated classes, of which some are shown
SHOWN = 100
ALPHA = 1 - Fraction(95, 100)
NAMES = {
    CLASS.name: N_("fixed, this class"),
    HOEFFDING.name: N_("fixed, Hoeffding's"),
    ANYTIME.name: N_("at any time"),
    HORIZON.name: N_("with a cap"),
}
TRIED = (1960, 2241, 2576)  # thousandths of a standard deviation


def run(gamma: Fraction, size: int, looks: int, seed: int = 1) -> Outcome:
    times = (*LOOKS, size)[looks]
    found = misses(size, gamma, times)
    fixed, capped = found[CLASS.name], found[HORIZON.name]
    says = said(
        N_(
            "A class of %(size)s at γ = %(gamma)s, of whom 3 in 10 would truthfully say yes, is "
            "looked at %(looks)s. The 95%% interval for a fixed class misses at some look in "
            "%(fixed)s of such classes, and in %(worst)s where each look decides who answers next. "
            "The interval with a cap of %(cap)s misses in %(capped)s and %(capped_worst)s; at the "
            "end it is %(wide)s points wide, the fixed one %(narrow)s."
        ),
        size=size,
        gamma=FIGURES.setting(gamma),
        looks=HOW_OFTEN[looks],
        fixed=percentage(fixed.so_far[-1]),
        worst=percentage(fixed.at_worst),
        cap=size,
        capped=percentage(capped.so_far[-1]),
        capped_worst=percentage(capped.at_worst),
        wide=FIGURES.points(capped.width),
        narrow=FIGURES.points(fixed.width),
    )
    missed = paths_missed(size, gamma, times, CLASSES, seed)
    ever = tuple(bool(each.any()) for each in missed[:SHOWN])
    at_the_end = tuple(bool(each[-1]) for each in missed[:SHOWN])
    seen = tuple(size * part // times for part in range(1, times + 1))
    so_far = missed.cumsum(axis=1).astype(bool).mean(axis=0).tolist()
    chart = Chart(
        in_a_row(
            N_(
                "The share of classes that an interval has missed at some look rises with every "
                "look; of the interval with a cap it stays below 5%."
            ),
            says,
        ),
        Axis(N_("responses"), 0, size),
        Axis(N_("classes missed so far"), 0, 1.15 * max(fixed.so_far[-1], *so_far, 0.06)),
        (
            Series(NAMES[CLASS.name], ((0.0, 0.0), *zip(seen, fixed.so_far, strict=True))),
            Series(NAMES[HORIZON.name], ((0.0, 0.0), *zip(seen, capped.so_far, strict=True))),
            Series(N_("5% are allowed"), ((0.0, 0.05), (float(size), 0.05))),
            Series(N_("fixed, simulated"), tuple(zip(seen, so_far, strict=True)), "dots"),
        ),
    )
    crowd = Crowd(
        said(
            N_(
                "%(shown)s simulated classes, a dot a class. Crossed: the interval for a fixed "
                "class misses at some look (%(ever)s). Filled: it misses at the end (%(end)s)."
            ),
            shown=SHOWN,
            ever=sum(ever),
            end=sum(at_the_end),
        ),
        at_the_end,
        crossed=ever,
    )
    tables = (_intervals(tuple(found.values())), _widths(size, gamma))
    return Outcome(says, chart, tables, (crowd,))


def _intervals(found: tuple[Misses, ...]) -> Table:
    rows = tuple(
        (
            NAMES[each.interval],
            said(N_("%(number)s points"), number=FIGURES.points(each.width)),
            percentage(each.at_the_end),
            percentage(each.so_far[-1]),
            percentage(each.at_worst),
        )
        for each in found
    )
    wrong = (place for place, each in enumerate(found) if each.at_worst > ALPHA)
    return Table(
        N_("Four intervals of 95%, and how often they miss, computed; more than 5% is marked"),
        (
            N_("Interval"),
            N_("Width at the end"),
            N_("One look, at the end"),
            N_("At some look"),
            N_("At worst"),
        ),
        rows,
        frozenset(wrong),
    )


def _widths(size: int, gamma: Fraction) -> Table:
    """The search for the interval with a cap: the least c that misses in 5% at most."""
    design = Design.of(*keep_and_other(gamma), 2, 1, size)
    least = calibrate(design, CONFIDENCE).thousandths
    assert least is not None
    tried = sorted({*TRIED, least})
    return Table(
        said(
            N_(
                "How wide it must be: a band of c standard deviations, looked at after each of "
                "%(size)s responses, at worst misses in; the least c that is allowed is marked"
            ),
            size=size,
        ),
        ("c", N_("Misses at worst")),
        tuple((FIGURES.decimal(c / 1000, 3), percentage(design.worst(c))) for c in tried),
        frozenset({tried.index(least)}),
    )


LESSON = Lesson(
    name="looking",
    title=N_("Looking while counting"),
    point=N_("Close on sight, and 95% is no longer 95%. A cap makes it right again."),
    guess=Guess(
        N_(
            "A class of 100 answers at γ = 1/4, and somebody looks at the 95% interval for a fixed "
            "class after each response. In how many of 100 such classes does it miss at some look?"
        ),
        ("5", N_("about 12"), N_("about 27")),
        right=2,
        why=N_("About 27. Each look is right in 95 of 100; all looks together are not."),
    ),
    sentences=(
        N_("Each look at an interval is one more chance to see it miss."),
        N_(
            "Someone who may close on sight can close at just that look. So an interval has to be "
            "right at all looks together, in whatever order people answer."
        ),
        N_(
            "Where no more than N can answer, there are no more than N looks. A band for all of "
            "them is a little wider than for one, and far narrower than for looks without an end."
        ),
    ),
    formula=(
        N_(r"$n$ answered, $t$ of them a truthful yes, $S$ reports say yes; $a, b = 1/2 ± γ$"),
        r"$M_n = S - ta - (n - t)b$",
        N_(r"fixed: $P(|M_N| \le 1.96\,σ) ≈ 0.95$, where $σ^2 = Nab$"),
        N_(r"with a cap: $|M_n| \le c\,(0.9 + 0.1\,n/N)\,σ$ at every $n \le N$"),
        N_(r"worst case: $V_n = 1$ beyond the band, else the larger, at $n + 1$, of"),
        r"$aV(S+1, t+1) + bV(S, t+1)$",
        r"$bV(S+1, t) + aV(S, t)$",
        N_(r"$c$ is the least with $V_0 \le 0.05$"),
    ),
    source="P. Armitage, C. K. McPherson, B. C. Rowe, Repeated significance tests on accumulating "
    "data, Journal of the Royal Statistical Society A 132 (1969) 235–244; H. Robbins, Statistical "
    "methods related to the law of the iterated logarithm, Annals of Mathematical Statistics 41 "
    "(1970) 1397–1409",
    failure=N_(
        "It needs no bad will. Closing because the answer seems clear, or because the figure is "
        "the one that was hoped for, is closing on sight, and the interval for a fixed class was "
        "made for a time that is set before anybody looks. The interval with a cap fails, too, if "
        "more than N can answer after all."
    ),
    here=N_(
        "A figure that can be seen while its survey runs is told with an interval that holds at "
        "every look, however the survey is closed. The one for a fixed class is told only where "
        "nobody could choose the end by the figures. Hoeffding's is drawn beside each."
    ),
    settings=(
        Slider("gamma", "γ", 5, 45, default=25, step=5, per=100),
        Slider("size", N_("Class, and cap N"), 20, 100, default=100, step=20),
        Slider("looks", N_("Looks"), 0, len(HOW_OFTEN) - 1, default=5, words=HOW_OFTEN),
    ),
    run=run,
    seeded=True,
    slips=N_(
        "“I looked only five times” does not help: with a class of 100 at γ = 1/4, 5% become 12%. "
        "To divide 5% by five looks is right, but wider than the band with a cap, and the number "
        "of looks must be fixed beforehand. And a look that nobody acts on does no harm: what "
        "counts is whether it could have ended the survey."
    ),
)
