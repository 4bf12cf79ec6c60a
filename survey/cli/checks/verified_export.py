"""The output of `survey verify` on an export, and on a proof of omission."""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import click

from survey.cli.checks.verified_witnesses import cosigned_values, tell_witnesses
from survey.core.responses.reports import Reports, reports_in_words
from survey.core.responses.statement import Statement
from survey.exports.reading.csv_table import printable
from survey.exports.verification.receipts import Receipt, ReceiptFinding
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.two_lists import ListRelation
from survey.exports.verification.verify import Verification
from survey.exports.verification.witnesses import Witnesses


@dataclass(frozen=True)
class VerificationReport:
    """The findings of `survey verify` on each requested check; None for others."""

    found: Verification
    known: KnownForms
    receipt: Receipt | str | None
    shown: ReceiptFinding | None
    other: Verification | None
    relation: ListRelation | None
    witnesses: Witnesses | None = None

    @property
    def reports(self) -> Reports | None:
        """The listed reports of the response that was looked for; None if it is not listed."""
        asked = self.receipt
        if isinstance(asked, Receipt):
            counted = self.shown and self.shown.counted
            return asked.response.reports if counted else None
        return self.found.reports_of(asked) if asked else None

    @property
    def faults(self) -> tuple[str, ...]:
        """The faults of both exports and of their relation."""
        other = self.other.faults if self.other else ()
        between = (self.relation.sentence,) if self.relation and self.relation.fault else ()
        noted = self.witnesses.faults if self.witnesses else ()
        second = (f"In the second file: {each}" for each in other)
        return (*self.found.faults, *second, *between, *noted)

    @property
    def unchecked(self) -> tuple[str, ...]:
        """Sentences on what the file cannot show, and on values that were not given."""
        found = list(self.found.unchecked)
        if self.relation and not self.relation.fault:
            found = [each for each in found if "give an export of then" not in each]
        if self.found.statement and not self.known.key:
            found.append("Whose key it is: compare its fingerprint with slide or slip (--key).")
        if self.found.statement and not self.known.root:
            found.append("Whether others have this root: compare it with the slide's (--root).")
        found += self.witnesses.unchecked if self.witnesses else ()
        return tuple(found)

    @property
    def holds(self) -> bool:
        return not self.faults and not (self.receipt and self.reports is None)


def document_of(checked: VerificationReport) -> dict[str, Any]:
    """Returns the findings as JSON values."""
    found = checked.found
    document: dict[str, Any] = {
        "verified": not checked.faults,
        "instrument_sha256": found.instrument.digest,
        "responses": len(found.responses),
        "figures": found.figures,
        "statement": _stated(found.statement, found.signer, checked.known),
        "faults": list(checked.faults),
        "cautions": list(found.cautions),
        "unchecked": list(checked.unchecked),
    }
    if checked.receipt:
        document["receipt"] = None if checked.reports is None else list(checked.reports)
    if checked.shown:
        document["shown"] = checked.shown.sentence
        document["omitted"] = checked.shown.omitted
    if checked.witnesses:
        document["cosigned"] = cosigned_values(checked.witnesses)
    if checked.relation:
        document["relation"] = checked.relation.sentence
    return document


def _stated(statement: Statement | None, signer: str | None, known: KnownForms) -> Any:
    if statement is None:
        return None
    return {
        "closing": statement.closing,
        "root": statement.short_root,
        "key": signer,
        "key_compared": bool(known.key),
        "root_compared": bool(known.root),
    }


def tell(checked: VerificationReport) -> None:
    """Prints the findings as sentences."""
    found = checked.found
    click.secho(printable(found.instrument.title), bold=True)
    click.echo(f"Digest of the questionnaire: {found.instrument.digest}")
    click.echo(f"{len(found.responses):,} responses, {found.figures:,} figures recomputed.")
    if found.statement:
        _tell_statement(found.statement, found.signer, checked.known)
    if checked.witnesses:
        tell_witnesses(checked.witnesses)
    _list(checked.faults, fg="red")
    _list(f"Odd: {each}" for each in found.cautions)
    if checked.unchecked:
        click.echo("Not checked:")
        _list(checked.unchecked)
    if checked.relation:
        click.echo(checked.relation.sentence)
    if checked.faults:
        click.secho("This export has faults.", fg="red", bold=True)
    else:
        click.secho("Everything agrees.", fg="green", bold=True)
    if checked.receipt:
        _tell_receipt(checked)


def _tell_receipt(checked: VerificationReport) -> None:
    if checked.shown:
        click.secho(checked.shown.sentence, fg=None if checked.shown.counted else "red", bold=True)
    elif checked.reports is None:
        click.secho("No response has this id.", fg="red", bold=True)
    else:
        click.secho("The response with this id was counted. Its reports:", bold=True)
    if checked.reports is None:
        return
    for question, said in reports_in_words(checked.found.instrument, checked.reports):
        click.echo(f"  {printable(said)}  {printable(question)}")


def _tell_statement(statement: Statement, signer: str | None, known: KnownForms) -> None:
    click.echo(f"Stated at closing {statement.closing}, root {statement.short_root}")
    click.echo(f"Signed by {signer}{'.' if known.key else ', not compared.'}")


def _list(sentences: Iterable[str], fg: str | None = None) -> None:
    for sentence in sentences:
        click.secho(f"  {printable(sentence)}", fg=fg)


def tell_omission(
    receipt: Receipt, statement: Statement, faults: list[str], known: KnownForms, format_: str
) -> int:
    """Prints whether the proof is right; returns the exit code, 0 if it is, otherwise 1."""
    if format_ == "json":
        told = {"verified": not faults, "closing": statement.closing, "faults": faults}
        told |= {"key": receipt.signer, "key_compared": bool(known.key)}
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return int(bool(faults))
    click.secho(printable(statement.title), bold=True)
    _tell_statement(statement, receipt.signer, known)
    _list(faults, fg="red")
    if faults:
        click.secho("This proves nothing.", fg="red", bold=True)
        return 1
    click.secho(
        f"The server acknowledged response {receipt.response.response_id} and left it out of "
        f"closing {statement.closing}.",
        bold=True,
    )
    return 0
