"""Pooled shares as plain JSON values and as rows of a table."""

from collections.abc import Sequence
from typing import Any

from survey.core.estimates.quantity import Quantity
from survey.core.instrument.same_questions import questions_digest
from survey.core.intervals.registry import ANNOUNCED
from survey.core.pooling.pooled import Group, PooledQuestion, PooledShare

COLUMNS = (
    "question", "option", "group", "respondents", "estimate", "low", "high", "interval",
    "hoeffding_low", "hoeffding_high",
)  # fmt: skip
TOGETHER, LIKE_THESE = "exactly these people", "classes like these"

DEFINITIONS = {
    "estimate": "unbiased share of yes, or of the option: (reported/n - b) / (a - b); together, of "
    "all respondents: the groups' estimates weighted by their respondents",
    "low, high": "of a group, the interval that its readers are told; together, persons that all "
    "respondents may be, divided by their number: exact where each group's figures waited until "
    "it had closed, and nobody closed one on sight of another's; else valid at every look",
    "hoeffding_low, hoeffding_high": "estimate -+ sqrt(ln(2/alpha)/2 sum n/(a - b)^2) / sum n; "
    "not clipped",
    LIKE_THESE: "the mean share of such classes, each counted once: random effects by Hartung, "
    "Knapp, Sidik and Jonkman with Paule and Mandel's variance; approximate, from three groups on",
}


def pooled_rows(groups: Sequence[Group], questions: Sequence[PooledQuestion]) -> list[list[Any]]:
    """One row for each group of each share, under COLUMNS; then all together, and such classes."""
    rows: list[list[Any]] = []
    for question in questions:
        for share in question.shares:
            named = [question.result.name, share.groups[0].of]
            for group, quantity in zip(groups, share.groups, strict=True):
                rows.append([*named, group.name, *_of_group(quantity)])
            rows.append([*named, TOGETHER, *_together(share)])
            if found := share.like_these:
                rows.append(
                    [*named, LIKE_THESE, share.respondents, found.mean, *found.interval,
                     "random effects", None, None]
                )  # fmt: skip
    return rows


def _of_group(quantity: Quantity) -> list[Any]:
    told, announced = quantity.interval(quantity.told), quantity.interval(ANNOUNCED)
    none = (None, None)
    return [
        quantity.respondents, quantity.estimate, *(told or none), quantity.told,
        *(announced or none),
    ]  # fmt: skip


def _together(share: PooledShare) -> list[Any]:
    none = (None, None)
    return [
        share.respondents, share.estimate, *(share.ends or none),
        "unseen" if share.unseen else "seen", *(share.announced or none),
    ]  # fmt: skip


def pooled_document(
    groups: Sequence[Group], questions: Sequence[PooledQuestion], confidence: float
) -> dict[str, Any]:
    """Every pooled figure; null where there is none."""
    return {
        "questions_sha256": questions_digest(groups[0].instrument),
        "confidence": confidence,
        "groups": [
            {
                "name": each.name,
                "instrument_sha256": each.instrument.digest,
                "respondents": each.counted.responses,
                "hidden_until_closed": each.hidden,
                "cap": each.cap,
            }
            for each in groups
        ],
        "questions": [
            {
                "name": question.result.name,
                "text": question.result.question.text,
                "persons": [
                    {"option": share.groups[0].of, "least_and_most": share.persons}
                    for share in question.shares
                ],
            }
            for question in questions
        ],
        "rows": [dict(zip(COLUMNS, row, strict=True)) for row in pooled_rows(groups, questions)],
        "definitions": DEFINITIONS,
    }
