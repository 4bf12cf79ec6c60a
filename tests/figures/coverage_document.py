"""Makes the tables of survey/docs/coverage.md anew, in two to four minutes.

    .venv/bin/python tests/figures/coverage_document.py

Prose and headings of the document stay; each of its three blocks of text is replaced.
"""

import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import product
from pathlib import Path

import numpy as np
from control_coverage import Cell, simulated
from group_coverage import difference_coverage, likelihood_coverage
from interval_coverage import FIRST_LOOK, coverage, ever_wrong
from least_width import least_mean_width, mean_class_width

import survey
from survey.cli.output import aligned
from survey.core.compliance.deviations import Deviation
from survey.core.intervals.registry import METHODS
from survey.text.translator import ENGLISH

DOCUMENT = Path(survey.__file__).parent / "docs" / "coverage.md"
BLOCK = re.compile(r"(?<=```text\n).*?\n(?=```)", re.DOTALL)

CONFIDENCE = 0.95
SEED = 1

GAMMAS = [Fraction(1, 10), Fraction(1, 4), Fraction(2, 5)]
SIZES = [10, 30, 100, 300]
SHARES = [0.0, 0.1, 0.3, 0.5]
LAST_LOOK = 300
OF_SHARES = tuple(method.name for method in METHODS if method.of_share)
WATCHED = tuple(method.name for method in METHODS if method.keeps)
WATCHED_TRUTH = 0.3
WATCHED_CLASSES = 4000

# Of both questions beside each other, from the least at which the likelihood interval is shown.
PAIRS = [
    (Fraction(first), Fraction(second))
    for first, second in (("1/4", "1/4"), ("2/5", "2/5"), ("49/100", "49/100"),
                          ("1/4", "2/5"), ("2/5", "1/4"), ("1/4", "49/100"))
]  # fmt: skip
DIFFERENCE_SIZES, DIFFERENCE_RUNS = [30, 100, 300, 1000], 1000
GROUP_SIZES = [30, 100, 300, 1000, 10_000]
RUNS = 2000  # classes a truth of the groups, and a row of the control questions

# Respondents, and the slips that were issued.
CONTROL_SIZES = [(100, 100), (300, 400), (1400, 1400), (7400, 7400)]
CONTROL_GAMMAS = [Fraction(1, 4), Fraction(2, 5)]
DEVIATING = [0.0, 0.1, 0.2, 0.3]
CONTROL_CELLS = [
    Cell(gamma, respondents, slips, model, share)
    for gamma in CONTROL_GAMMAS
    for respondents, slips in CONTROL_SIZES
    for model in (Deviation.AT_RANDOM, Deviation.ANSWERS_NO)
    for share in DEVIATING
]


def interval_table() -> str:
    """Least coverage and mean width over SHARES, chances to be wrong, and the least widths."""
    *others, last = map(ENGLISH.percent, SHARES)
    heading = f"{_confidence()}; over truths of {', '.join(others)} and {last}."
    watching = (
        f"Ever wrong while watching from {FIRST_LOOK} to {LAST_LOOK} respondents, "
        f"truth {ENGLISH.percent(WATCHED_TRUTH)}:"
    )
    widths = "Mean width of the class interval over all classes, and the least of any rule:"
    return (
        f"{heading}\n\n{coverage_rows(GAMMAS, SIZES)}\n"
        f"\n{watching}\n{watched_rows()}\n"
        f"\n{widths}\n{width_rows(GAMMAS, SIZES)}\n"
    )


def coverage_rows(gammas: Iterable[Fraction], sizes: Iterable[int]) -> str:
    """A row an interval, γ and class size: least coverage and mean width over SHARES."""
    lines = [f"{'γ':<6}{'n':>5}  {'interval':<11}{'least coverage':>15}{'mean width':>12}"]
    for gamma, n, interval in product(gammas, sizes, OF_SHARES):
        some = [coverage(interval, gamma, n, share, CONFIDENCE) for share in SHARES]
        least = ENGLISH.percent(min(each.coverage for each in some), 2)
        width = ENGLISH.percent(sum(each.mean_width for each in some) / len(some), 1)
        lines.append(f"{gamma!s:<6}{n:>5}  {interval:<11}{least:>15}{width:>12}")
    return "\n".join(lines)


def watched_rows() -> str:
    """A row a γ and interval that is made to be watched: the share of classes ever missed."""
    generator = np.random.default_rng(SEED)
    lines = []
    for gamma, interval in product(GAMMAS, WATCHED):
        share = ever_wrong(
            interval, gamma, LAST_LOOK, WATCHED_TRUTH, CONFIDENCE, WATCHED_CLASSES, generator
        )
        lines.append(f"{gamma!s:<6}{interval:<11}{ENGLISH.percent(share, 2):>8}")
    return "\n".join(lines)


def width_rows(gammas: Iterable[Fraction], sizes: Iterable[int]) -> str:
    """A row a γ and class size: the class interval's mean width, and the least there can be."""
    rows = [
        (
            str(gamma),
            str(n),
            ENGLISH.percent(mean_class_width(n, gamma, CONFIDENCE), 1),
            ENGLISH.percent(least_mean_width(n, gamma, CONFIDENCE), 1),
        )
        for gamma, n in product(gammas, sizes)
    ]
    return aligned([("γ", "n", "class", "least"), *rows])


def group_table() -> str:
    """A row a pair of γ and a class size: the likelihood interval of a share within a group."""
    generator = np.random.default_rng(SEED)
    rows = []
    for (first, second), n in product(PAIRS, GROUP_SIZES):
        row = likelihood_coverage(first, second, n, CONFIDENCE, generator, RUNS)
        rows.append(
            (
                str(first),
                str(second),
                str(n),
                ENGLISH.percent(row.coverage, 2),
                ENGLISH.percent(row.width, 1),
                ENGLISH.percent(row.guaranteed_width, 1),
            )
        )
    header = ("γ group", "γ option", "n", "least coverage", "width", "guaranteed width")
    return f"{_confidence()}; {RUNS:,} classes a truth.\n\n{aligned([header, *rows])}\n"


def difference_table() -> str:
    """A row a pair of γ and a class size: the likelihood interval of a difference of groups."""
    generator = np.random.default_rng(SEED)
    rows = []
    for (first, second), n in product(PAIRS, DIFFERENCE_SIZES):
        row = difference_coverage(first, second, n, CONFIDENCE, generator, DIFFERENCE_RUNS)
        rows.append(
            (
                str(first),
                str(second),
                str(n),
                ENGLISH.percent(row.coverage, 2),
                ENGLISH.points(row.width),
                ENGLISH.points(row.guaranteed_width),
            )
        )
    header = ("γ group", "γ option", "n", "least coverage", "width", "guaranteed width")
    head = f"{_confidence()}; {DIFFERENCE_RUNS:,} classes a truth; widths in points."
    return f"{head}\n\n{aligned([header, *rows])}\n"


def control_table() -> str:
    """A row a cell: how often a control question finds those who deviate, and what it costs."""
    header = (
        "γ", "n", "slips", "model", "deviate", "coverage", "width", "p ≤ 5%", "corrected",
        "coverage of corrected",
    )  # fmt: skip
    rows = control_rows(CONTROL_CELLS)
    return f"{_confidence()}; {RUNS:,} classes a row.\n\n{aligned([header, *rows])}\n"


def control_rows(cells: Iterable[Cell]) -> list[tuple[str, ...]]:
    """The cells' rows under the header of `control_table`. One generator serves all, in order."""
    generator = np.random.default_rng(SEED)
    rows = []
    for cell in cells:
        row = simulated(cell, CONFIDENCE, generator, RUNS)
        of_corrected = row.of_corrected
        rows.append(
            (
                str(cell.gamma), str(cell.respondents), str(cell.slips),
                cell.model.value, ENGLISH.percent(cell.deviating),
                ENGLISH.percent(row.coverage, 2), ENGLISH.percent(row.width, 1),
                ENGLISH.percent(row.found, 1), ENGLISH.percent(row.corrected, 1),
                "–" if of_corrected is None else ENGLISH.percent(of_corrected, 2),
            )
        )  # fmt: skip
    return rows


def document_tables() -> list[str]:
    """The blocks of text that DOCUMENT holds, in its order."""
    return BLOCK.findall(DOCUMENT.read_text(encoding="utf-8"))


def _confidence() -> str:
    return f"Confidence {ENGLISH.exact_percent(CONFIDENCE)}"


def main() -> None:
    tables = iter([interval_table(), group_table(), difference_table(), control_table()])
    text = DOCUMENT.read_text(encoding="utf-8")
    DOCUMENT.write_text(BLOCK.sub(lambda _: next(tables), text), encoding="utf-8")


if __name__ == "__main__":
    main()
