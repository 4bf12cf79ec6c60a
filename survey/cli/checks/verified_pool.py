"""The output of `survey verify` on a pooled file, alone or beside its exports."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import click

from survey.core.instrument.digest_forms import short_form
from survey.core.library.exported import ExportTable
from survey.exports.reading.csv_table import printable
from survey.exports.verification.findings import first
from survey.exports.verification.pooled import pooled_faults, read_groups


def tell_pool(document: Mapping[str, Any], exports: Sequence[ExportTable], format_: str) -> int:
    """Prints its roots, and whether these exports give the same figures; returns 0 if they do."""
    groups = read_groups(document)
    faults = first(pooled_faults(document, exports)) if exports else ()
    if format_ == "json":
        told = {
            "verified": bool(exports) and not faults,
            "recomputed": bool(exports),
            "roots": [each.get("root") for each in groups],
            "faults": list(faults),
        }
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return int(bool(faults))
    click.secho(f"{len(groups)} groups together", bold=True)
    for each in groups:
        root = str(each.get("root") or "")
        click.echo(printable(f"  {each.get('name')}: {short_form(root) if root else 'no root'}"))
    for sentence in faults:
        click.secho(f"  {printable(sentence)}", fg="red")
    if faults:
        click.secho("These are not the figures of these exports.", fg="red", bold=True)
    elif exports:
        click.secho("The figures are those of these exports.", fg="green", bold=True)
    else:
        click.secho("Nothing is recomputed: give the export of each group, too.", bold=True)
    return int(bool(faults))
