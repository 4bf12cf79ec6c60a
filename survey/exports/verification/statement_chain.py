"""The signed statements of an export: each one, their chain, and the last one's list."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from survey.core.instrument.digest_forms import fingerprint, short_form
from survey.core.responses.merkle_tree import root
from survey.core.responses.statement import Statement
from survey.core.responses.tally import asked_each
from survey.errors import DataError
from survey.exports.verification.export_contents import ListedResponses
from survey.exports.verification.findings import Findings
from survey.wire.signed_note import read_signed_statement


@dataclass(frozen=True)
class KnownForms:
    """Short forms of root and key that a reader knows from elsewhere; "" if unknown."""

    root: str = ""
    key: str = ""


def check_statements(
    listed: ListedResponses, known: KnownForms, findings: Findings
) -> list[Statement]:
    """The statements whose signatures hold, the oldest first."""
    statements, faults = _read(listed.notes or [])
    findings.faults += [*faults, *_chain_faults(statements)]
    if not listed.notes:
        if known.root or known.key:
            findings.faults.append("There is no statement, and so no root and no key to compare.")
        findings.unchecked.append("Whether everybody gets this list: no statement is signed.")
    if statements:
        findings.faults += _list_faults(listed, statements[-1])
        _compare_with_known(statements, known, findings)
        _say_limits(statements, findings)
    return statements


def _read(notes: Sequence[Any]) -> tuple[list[Statement], list[str]]:
    statements, faults = [], []
    for number, note in enumerate(notes, start=1):
        try:
            statements.append(read_signed_statement(note if isinstance(note, str) else ""))
        except DataError as error:
            faults.append(f"Statement {number}: {error.message}")
    return statements, faults


def _chain_faults(statements: list[Statement]) -> Iterator[str]:
    """A sentence for each fault in the way in which a statement follows the one before it."""
    for first in statements[:1]:
        if first.follows:
            yield f"The statement before that of closing {first.closing} is missing."
        elif first.closing > 1:
            yield (
                f"The statement of closing {first.closing} follows nothing, as only the first "
                "does: a survey has one closing."
            )
    for one, next_ in pairwise(statements):
        name = f"The statement of closing {next_.closing}"
        if one.terms.final:
            yield f"{name} follows a final one: a survey has one closing."
        if next_.closing <= one.closing:
            yield f"{name} comes after that of closing {one.closing}."
        if next_.follows != one.text_hash:
            yield f"{name} follows another one than the one before it here."
        if (one.code, one.digest) != (next_.code, next_.digest):
            yield f"{name} is of another survey than the one before it."
        if one.key != next_.key:
            yield f"{name} is signed by another key than the one before it."
        if next_.tally.responses < one.tally.responses or any(
            later < earlier
            for row, row_before in zip(next_.tally.counts, one.tally.counts, strict=False)
            for later, earlier in zip(row, row_before, strict=False)
        ):
            yield f"{name} has fewer responses or reports than the one before it."


def _list_faults(listed: ListedResponses, last: Statement) -> Iterator[str]:
    """A sentence for each point in which the list differs from the last statement."""
    instrument = listed.instrument
    compared = (
        ("survey", last.code, listed.code),
        ("questionnaire's digest", last.digest, instrument.digest),
        ("title", last.title, instrument.title),
        ("class size", last.class_size, instrument.class_size),
        ("number of responses", last.tally.responses, listed.tally.responses),
        ("tallies", last.tally.counts, listed.tally.counts),
        ("number asked each question", last.asked, asked_each(instrument, listed.tally)),
        ("root", last.short_root, short_form(root(listed.leaves).hex())),
    )
    limits = (
        (name, getattr(last.terms, name), listed.document[name])
        for name in ("cap", "figures")
        if name in listed.document
    )
    for name, stated, found in (*compared, *limits):
        if stated != found:
            values = "" if name == "tallies" else f" ({stated}, here {found})"
            yield f"The {name} is not as stated{values}."
    cap = last.terms.cap
    if cap and last.tally.responses > cap:
        yield f"{last.tally.responses:,} responses were counted, and no more than {cap:,} could."
    if last.tokens:
        issued, spent = last.tokens
        if spent != last.tally.responses:
            yield f"{last.tally.responses:,} responses were counted for {spent:,} tokens spent."
        if spent > issued:
            yield f"{spent:,} tokens were spent, and {issued:,} issued."


def _compare_with_known(statements: list[Statement], known: KnownForms, findings: Findings) -> None:
    last = statements[-1]
    signer = fingerprint(last.key)
    if known.key and known.key != signer:
        findings.faults.append(f"The statement is signed by {signer}, not by {known.key}.")
    closings = [each.closing for each in statements[:-1] if each.short_root == known.root]
    if known.root and last.short_root != known.root and closings:
        findings.cautions.append(
            f"This root is that of closing {closings[0]}, and the list that of closing "
            f"{last.closing}: only with an export of then can the two be compared."
        )
    elif known.root and last.short_root != known.root:
        findings.faults.append(f"The root is {last.short_root}, not {known.root}.")


def _say_limits(statements: list[Statement], findings: Findings) -> None:
    last = statements[-1]
    findings.unchecked += [
        f"What the statement's line “{each}” says." for each in last.more.unknown
    ]
    if last.tally.responses > last.class_size:
        findings.cautions.append(
            f"{last.tally.responses:,} responses, and a class of {last.class_size:,}."
        )
    if not last.tokens:
        findings.unchecked.append("Whether each response is another person's: no tokens were used.")
    if len(statements) > 1:
        findings.unchecked.append(
            "Whether all responses of the closing before are here: give an export of then, too."
        )
