"""survey cosign: adds a witness's signature to the signed statement of a closed survey."""

import json
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

import click

from survey.cli.checks.note_file import read_note_file
from survey.cli.checks.witness_folder import default_folder, open_witness
from survey.cli.client.state_files import keep_instead
from survey.cli.options import key_option, root_option, text_format_option
from survey.core.instrument.digest_forms import fingerprint
from survey.core.responses.statement import Statement
from survey.errors import DataError
from survey.exports.reading.csv_table import printable
from survey.exports.verification.export_contents import NOT_AN_EXPORT
from survey.exports.verification.json_pieces import read_in_pieces
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.verify import verify
from survey.exports.verification.witnesses import check_witnesses
from survey.wire.cosignature import Cosignature
from survey.wire.cosigned_note import CosignedNote


@click.command(
    epilog="""\b
Examples:
  survey cosign monday-statement.txt monday.json --name example.org/berg
  survey cosign monday-statement.txt monday.json --output cosigned.txt
"""
)
@click.argument("note", type=click.Path(path_type=Path, dir_okay=False))
@click.argument("export", type=click.File("rb"))
@click.option("--name", help="What you are called in the line; asked for at the first use.")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    default=default_folder,
    show_default="$XDG_DATA_HOME/deniable/witness",
    help="Where your key and memory are, made at the first use; an instance's signs with its key.",
)
@root_option
@key_option
@click.option(
    "--output",
    type=click.Path(path_type=Path, dir_okay=False),
    help="A file; otherwise NOTE itself.",
)
@text_format_option
def cosign(
    note: Path,
    export: BinaryIO,
    name: str | None,
    folder: Path,
    root: str,
    key: str,
    output: Path | None,
    format_: str,
) -> None:
    """Sign as a witness that you have seen this list and no other.

    NOTE is a closed survey's statement.txt, as the server or another witness gave it. EXPORT
    (JSON) has the list, which is checked as survey verify does. A witness keeps what it has
    cosigned, and refuses another list of the same survey.

    Exit code 0: NOTE has your line. 1: the list is not the one that it states.
    """
    cosigned = read_note_file(note)
    known = KnownForms(root, key)
    _check(cosigned, export, known)
    witness = open_witness(folder, name)
    mine = witness.cosign(cosigned, int(time.time()))
    added = not cosigned.is_by(mine.key)
    target = output or note
    keep_instead(target, (cosigned.with_line(mine) if added else cosigned.text).encode())
    _WRITERS[format_](CosigningReport(cosigned.statement, mine, added, known, target))


@dataclass(frozen=True)
class CosigningReport:
    """The outcome of cosigning: `added` is False if the witness's line was there already."""

    statement: Statement
    mine: Cosignature
    added: bool
    known: KnownForms
    target: Path


def _check(note: CosignedNote, export: BinaryIO, known: KnownForms) -> None:
    """Raises DataError unless the note states this export's list."""
    found = verify(read_in_pieces(export, NOT_AN_EXPORT), known)
    faults = [*found.faults, *check_witnesses([note], found).faults]
    if faults:
        raise DataError(
            f"Nothing is cosigned. {faults[0]} All that is wrong: survey verify EXPORT --note NOTE."
        )


def _tell(done: CosigningReport) -> None:
    statement, known = done.statement, done.known
    click.secho(printable(statement.title), bold=True)
    click.echo(f"{statement.tally.responses:,} responses, root {statement.short_root}")
    click.echo(f"Signed by {fingerprint(statement.key)}{'.' if known.key else ', not compared.'}")
    click.secho(
        f"Cosigned as {done.mine.name}." if done.added else "You have cosigned it before.",
        fg="green",
        bold=True,
    )
    click.echo(f"Your fingerprint (do not send it with this file): {done.mine.fingerprint}")
    click.echo(f"Send {done.target} back.")


def _write_json(done: CosigningReport) -> None:
    told = {
        "added": done.added,
        "name": done.mine.name,
        "key": done.mine.fingerprint,
        "verifier_key": done.mine.verifier_key,
        "root": done.statement.short_root,
        "root_compared": bool(done.known.root),
        "signed_by": fingerprint(done.statement.key),
        "signer_compared": bool(done.known.key),
        "file": str(done.target),
    }
    click.echo(json.dumps(told, ensure_ascii=False, indent=1))


_WRITERS: dict[str, Callable[[CosigningReport], None]] = {"text": _tell, "json": _write_json}
