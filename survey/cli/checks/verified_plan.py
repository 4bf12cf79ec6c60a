"""The output of `survey verify` on a pre-registration, alone or beside the later export."""

import json
from typing import Any

import click

from survey.core.instrument.digest_forms import fingerprint, short_form
from survey.exports.reading.csv_table import printable
from survey.exports.verification.preregistered import departures
from survey.exports.verification.statement_chain import KnownForms
from survey.exports.verification.verify import Verification


def tell_plan(
    plan: dict[str, Any],
    faults: list[str],
    later: Verification | None,
    known: KnownForms,
    format_: str,
) -> int:
    """Prints whether the signature is right, and departures from the plan; returns 0 without any.

    `known` is the key that the plan should be signed with, as its fingerprint.
    """
    signer = fingerprint(plan["key"])
    if known.key and signer != known.key:
        faults = [*faults, f"The plan is signed by {signer}, not by {known.key}."]
    found = [*later.faults, *departures(plan, later)] if later else []
    if format_ == "json":
        told = {
            "verified": not faults,
            "instrument_sha256": plan["instrument_sha256"],
            "questions_sha256": plan["questions_sha256"],
            "key": signer,
            "key_compared": bool(known.key),
            "faults": faults,
            "departures": found if later else None,
        }
        click.echo(json.dumps(told, ensure_ascii=False, indent=1))
        return int(bool(faults or found))
    click.secho(printable(str(plan["instrument"].get("title", ""))), bold=True)
    click.echo(f"A plan for the questionnaire {short_form(plan['instrument_sha256'])}")
    click.echo(f"Signed by {signer}{'.' if known.key else ', not compared.'}")
    for sentence in (*faults, *found):
        click.secho(f"  {printable(sentence)}", fg="red")
    if faults:
        click.secho("This pre-registration has faults.", fg="red", bold=True)
    elif found:
        click.secho("The survey was not done as planned.", fg="red", bold=True)
    elif later:
        click.secho("The survey was done as planned.", fg="green", bold=True)
    else:
        click.secho("The signature holds. Give the later export, too, to compare.", bold=True)
    return int(bool(faults or found))
