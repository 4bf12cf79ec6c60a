"""survey verify: checks an export against itself, its signed statement, a receipt, another one."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any, BinaryIO

import click

from survey.cli.checks.note_file import read_note_file
from survey.cli.checks.verified_export import VerificationReport, document_of, tell, tell_omission
from survey.cli.checks.verified_plan import tell_plan
from survey.cli.checks.verified_pool import tell_pool
from survey.cli.options import key_option, one_short_form, root_option, text_format_option
from survey.cli.output_files import write_output
from survey.cli.paths import NamedPath
from survey.core.library.exported import ExportTable
from survey.core.responses.response import is_response_id
from survey.exports.pooled_values import FORMAT as POOLED
from survey.exports.reading import read_export
from survey.exports.verification.export_contents import NOT_AN_EXPORT
from survey.exports.verification.json_pieces import read_in_pieces
from survey.exports.verification.omission import FORMAT as OMISSION
from survey.exports.verification.omission import omission_document, verify_omission
from survey.exports.verification.receipts import Receipt, read_receipt, shown_by
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.two_lists import relation_of
from survey.exports.verification.verify import verify as verified
from survey.exports.verification.witnesses import check_witnesses
from survey.wire.cosigned_note import CosignedNote
from survey.wire.preregistration import FORMAT as PREREGISTRATION
from survey.wire.preregistration import read_plan


def _receipt(
    context: click.Context, parameter: click.Parameter, value: str | None
) -> Receipt | str | None:
    """The receipt in a file of this name, or a response id."""
    if value is None or is_response_id(value.strip().lower()):
        return value and value.strip().lower()
    try:
        return read_receipt(Path(value).read_bytes())
    except OSError as error:
        raise click.BadParameter(f"{value} cannot be read: {error.strerror}.") from None


def _notes(
    context: click.Context, parameter: click.Parameter, value: tuple[str, ...]
) -> list[CosignedNote]:
    return [read_note_file(Path(each)) for each in value]


def _cosigners(
    context: click.Context, parameter: click.Parameter, value: tuple[str, ...]
) -> list[str]:
    return [one_short_form(each) for each in value]


@click.command(
    epilog="""\b
Examples:
  survey verify all.json
  survey verify all.json --receipt 00000000000000000000000000000007
  survey verify monday.json --note monday-statement.txt
"""
)
@click.argument("file", type=click.File("rb"))
@click.argument("others", type=click.File("rb"), nargs=-1)
@click.option(
    "--receipt",
    metavar="FILE|ID",
    callback=_receipt,
    help="Look for the response of this receipt, or with this id, too.",
)
@root_option
@key_option
@click.option(
    "--note",
    "notes",
    multiple=True,
    metavar="FILE",
    callback=_notes,
    help="A cosigned statement of this list, as often as there are some: says who has cosigned.",
)
@click.option(
    "--cosigner",
    "cosigners",
    multiple=True,
    callback=_cosigners,
    help="The fingerprint of a witness who must have cosigned.",
)
@click.option(
    "--omission",
    type=NamedPath(path_type=Path, dir_okay=False),
    help="Where to write the proof, if the receipt's response was left out.",
)
@text_format_option
def verify(
    file: BinaryIO,
    others: tuple[BinaryIO, ...],
    receipt: Receipt | str | None,
    root: str,
    key: str,
    notes: list[CosignedNote],
    cosigners: list[str],
    omission: Path | None,
    format_: str,
) -> None:
    """Check an export, its signed statement and a receipt.

    FILE is an export (JSON), or - for standard input. With one of OTHERS, somebody else's or an
    earlier export, the command says whether both are one list. FILE may also be a proof of
    omission, a pre-registration with the later export, or a pooled file with the export of
    each group.

    Exit code 0: no fault. 1: a fault, no such response, not done as planned, or other figures.
    """
    if omission and not isinstance(receipt, Receipt):
        raise click.UsageError("--omission needs the file of a receipt: --receipt FILE.")
    if cosigners and not notes:
        raise click.UsageError("--cosigner needs a cosigned statement: --note FILE.")
    known = KnownForms(root, key)
    document = _read(file)
    named = document.get("format") if isinstance(document, dict) else None
    if notes and named in (POOLED, OMISSION, PREREGISTRATION):
        raise click.UsageError("--note goes with an export: Everything (JSON).")
    if named == POOLED:
        raise SystemExit(tell_pool(document, [_exported(each) for each in others], format_))
    if len(others) > 1:
        raise click.UsageError("Only a pooled file is verified beside several exports.")
    other = others[0] if others else None
    if named == OMISSION:
        raise SystemExit(tell_omission(*verify_omission(document, known), known, format_))
    if named == PREREGISTRATION:
        later = verified(_read(other), known) if other else None
        raise SystemExit(tell_plan(*read_plan(document), later, known, format_))
    if not key and isinstance(receipt, Receipt) and _is_of(receipt, document):
        known = replace(known, key=receipt.signer or "")
    found = verified(document, known)
    another = verified(_read(other), replace(known, root="")) if other else None
    relation = relation_of(found, another) if another else None
    shown = shown_by(receipt, found) if isinstance(receipt, Receipt) else None
    witnesses = check_witnesses(notes, found, cosigners) if notes else None
    checked = VerificationReport(found, known, receipt, shown, another, relation, witnesses)
    _WRITERS[format_](checked)
    if omission and shown and shown.omitted and isinstance(receipt, Receipt):
        proof = omission_document(receipt, found.listed.leaves, (found.listed.notes or [])[-1])
        written = json.dumps(proof, ensure_ascii=False, indent=1) + "\n"
        write_output(omission, [written.encode()])
        click.echo(f"The proof is in {omission}: survey verify {omission}", err=True)
    if not checked.holds:
        raise SystemExit(1)


def _is_of(receipt: Receipt, document: Any) -> bool:
    """Whether the receipt names the survey of this export: each survey has its own key."""
    return isinstance(document, dict) and document.get("code") == receipt.code


def _write_json(checked: VerificationReport) -> None:
    click.echo(json.dumps(document_of(checked), ensure_ascii=False, indent=1))


_WRITERS: dict[str, Callable[[VerificationReport], None]] = {"text": tell, "json": _write_json}


def _exported(file: BinaryIO) -> ExportTable:
    """A verified export; raises DataError for one with a fault."""
    if file.name == "<stdin>":
        raise click.UsageError("Beside a pooled file, exports are named, and not piped.")
    return read_export(Path(file.name))


def _read(file: BinaryIO) -> Any:
    return read_in_pieces(file, NOT_AN_EXPORT)
