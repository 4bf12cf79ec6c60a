"""survey plan: how many respondents a margin needs."""

import json
from fractions import Fraction

import click

from survey.cli.options import confidence_option
from survey.cli.options import format_option
from survey.cli.options import gamma_option
from survey.cli.options import share
from survey.core.planning import central_laplace_respondents
from survey.core.planning import respondents_for_margin
from survey.core.privacy import epsilon
from survey.core.sentences import counts_in_words
from survey.core.sentences import percent
from survey.core.sentences import points
from survey.core.tables import plain_csv


@click.command(
    epilog="""\b
Examples:
  survey plan --gamma 1/4 --margin 0.1
  survey plan --gamma 1/3 --margin 5% --confidence 0.99 --format json
"""
)
@gamma_option(required=True)
@click.option(
    "--margin", required=True, callback=share, help="Half-width wanted: 0.1, 10% or 1/10."
)
@confidence_option
@format_option
def plan(gamma: Fraction, margin: float, confidence: float, format_: str) -> None:
    """Say how many respondents give the margin, and how many a trusted curator needs."""
    document = {
        "gamma": str(gamma),
        "margin": margin,
        "confidence": confidence,
        "epsilon": epsilon(gamma),
        "respondents": respondents_for_margin(gamma, margin, confidence),
        "central_laplace_respondents": central_laplace_respondents(gamma, margin, confidence),
    }
    if format_ == "json":
        click.echo(json.dumps(document))
    elif format_ == "csv":
        click.echo(plain_csv(list(document), [list(document.values())]), nl=False)
    else:
        click.echo(
            f"{document['respondents']:,} respondents give ±{points(margin)} points "
            f"with {percent(confidence)} confidence "
            f"at γ = {gamma} (ε = {document['epsilon']:.4f}).\n"
            f"A trusted curator, who sees the answers, would need "
            f"{document['central_laplace_respondents']:,} at the same ε.\n"
            f"{counts_in_words(gamma)}"
        )
