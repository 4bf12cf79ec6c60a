"""Pooled means and shares as plain JSON values and as rows of a table."""

from collections.abc import Sequence
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.same_questions import questions_digest
from survey.core.intervals.registry import ANNOUNCED
from survey.core.pooling.pooled import Group, Pooled, PooledQuestion

FORMAT = "deniable-pooled/1"
COLUMNS = (
    "question", "option", "group", "respondents", "estimate", "low", "high", "interval",
    "hoeffding_low", "hoeffding_high", "simulated_coverage",
)  # fmt: skip
TOGETHER, LIKE_THESE = "exactly these people", "classes like these"

DEFINITIONS = {
    "root, key": "of a group: the root of its list of responses and the key that signed it; with "
    "each group's export, survey verify computes this file again",
    "option": "the option's text; empty for the mean of a number or a rating",
    "estimate": "unbiased share of yes, or of the option: (reported/n - b) / (a - b), or unbiased "
    "mean; together, of all respondents: the groups' estimates weighted by their respondents",
    "low, high": "of a group, the interval that its readers are told; together, of a share the "
    "persons that all respondents may be, divided by their number, of a mean the interval of one "
    "class that has all reports, or Hoeffding's where gamma is unlike: exact where each group's "
    "figures waited until it had closed, and nobody closed one on sight of another's; else valid "
    "at every look",
    "hoeffding_low, hoeffding_high": "estimate -+ l sqrt(ln(2/alpha)/2 sum n/(a - b)^2) / sum n, "
    "l the length of the scale, 1 of a share; not clipped",
    LIKE_THESE: "the mean share of such classes, each counted once: random effects by Hartung, "
    "Knapp, Sidik and Jonkman with Paule and Mandel's variance; approximate, from three groups on",
    "simulated_coverage": "the part of 4,000 simulated studies of classes like these (as many, of "
    "these sizes and odds, around the estimated mean and deviation) whose range held the mean",
}


def pooled_rows(groups: Sequence[Group], questions: Sequence[PooledQuestion]) -> list[list[Any]]:
    """For each mean and share a row per group, then rows for all groups, under COLUMNS."""
    rows: list[list[Any]] = []
    for question in questions:
        for figure in question.figures:
            named = [question.result.name, figure.option]
            for group, quantity in zip(groups, figure.groups, strict=True):
                rows.append([*named, group.name, *_of_group(quantity)])
            rows.append([*named, TOGETHER, *_together(figure)])
            if found := figure.like_these:
                rows.append(
                    [*named, LIKE_THESE, figure.respondents, found.mean, *found.interval,
                     "random effects", None, None, figure.simulated_coverage]
                )  # fmt: skip
    return rows


def _of_group(quantity: Quantity) -> list[Any]:
    told, announced = quantity.interval(quantity.told), quantity.interval(ANNOUNCED)
    none = (None, None)
    return [
        quantity.respondents, quantity.estimate, *(told or none), quantity.told,
        *(announced or none), None,
    ]  # fmt: skip


def _together(figure: Pooled) -> list[Any]:
    none = (None, None)
    return [
        figure.respondents, figure.estimate, *(figure.ends or none),
        "unseen" if figure.unseen else "seen", *(figure.announced or none), None,
    ]  # fmt: skip


def pooled_document(
    groups: Sequence[Group], questions: Sequence[PooledQuestion], confidence: float
) -> dict[str, Any]:
    """Every pooled figure; null where there is none."""
    return {
        "format": FORMAT,
        "questions_sha256": questions_digest(groups[0].instrument),
        "confidence": confidence,
        "groups": [
            {
                "name": each.name,
                "instrument_sha256": each.instrument.digest,
                "respondents": each.counted.responses,
                "hidden_until_closed": each.hidden,
                "cap": each.cap,
                "root": each.root or None,
                "key": each.key or None,
            }
            for each in groups
        ],
        "questions": [
            {
                "name": question.result.name,
                "text": question.result.question.text,
                "persons": [
                    {"option": figure.option, "least_and_most": figure.persons}
                    for figure in question.figures
                    if figure.together.scale.share
                ],
            }
            for question in questions
        ],
        "rows": [dict(zip(COLUMNS, row, strict=True)) for row in pooled_rows(groups, questions)],
        "definitions": DEFINITIONS,
    }
