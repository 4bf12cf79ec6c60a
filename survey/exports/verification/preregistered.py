"""Compares a survey with its pre-registration."""

from collections.abc import Iterator, Mapping
from typing import Any

from survey.core.responses.statement_terms import FIGURES
from survey.exports.verification.verify import Verification

UNKNOWN = "the export does not say"


def departures(plan: Mapping[str, Any], found: Verification) -> list[str]:
    """A sentence for each point in which a verified export differs from its plan."""
    return list(_departures(plan, found))


def _departures(plan: Mapping[str, Any], found: Verification) -> Iterator[str]:
    document, statement = found.listed.document, found.statement
    for name, planned, done in (
        ("The survey", plan.get("code"), found.listed.code),
        ("The questionnaire", plan.get("instrument_sha256"), found.instrument.digest),
        ("The limit", plan.get("cap"), document.get("cap")),
        ("When figures are seen", plan.get("figures"), document.get("figures", FIGURES[0])),
        ("The confidence", plan.get("confidence"), document.get("confidence")),
    ):
        if planned != done:
            yield f"{name} was planned as {_said(planned)}, and is {_said(done)}."
    if statement and statement.key != plan.get("key"):
        yield "The results are signed with another key than the plan."
    if not statement:
        yield "The export has no statement: nothing shows that these are all responses."


def _said(value: Any) -> str:
    return "none" if value is None else str(value)
