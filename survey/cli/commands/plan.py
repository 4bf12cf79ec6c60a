"""survey plan: class size, margin and γ, of which any two give the third."""

import json
from fractions import Fraction
from typing import Any

import click

from survey.cli.options import WholeNumber, confidence_option, format_option, gamma_option, share
from survey.cli.output import aligned
from survey.core.intervals.counts import LARGEST_CAP
from survey.core.planning.planner import CENTRAL_LAPLACE, LARGEST_RESPONDENTS, Need, Plan
from survey.core.planning.sample_size import central_laplace_respondents
from survey.errors import ParameterError
from survey.exports.csv_lines import plain_csv
from survey.text.figures import gamma_in_words
from survey.text.kinds.item_words import counts_in_words
from survey.text.plans import (
    control_in_words,
    design_in_words,
    designs,
    faults,
    in_words,
    proposals,
    rating_mean_in_words,
    rating_ways,
    trusted_curator_in_words,
)
from survey.text.translator import ENGLISH

COLUMNS = ("interval", "respondents", "margin", "gamma", "epsilon", "confidence")


@click.command(
    epilog="""\b
Examples:
  survey plan --gamma 1/4 --margin 0.1
  survey plan --respondents 30 --gamma 1/10
  survey plan --respondents 90 --gamma 1/4 --cap 100 --format json
"""
)
@click.option(
    "--respondents",
    type=WholeNumber(1, LARGEST_RESPONDENTS),
    help="Class size: how many respond.",
)
@click.option(
    "--margin",
    callback=lambda *given: None if given[-1] is None else share(*given),
    help="Half of an interval's width: 0.1, 10% or 1/10.",
)
@gamma_option
@click.option(
    "--cap",
    type=WholeNumber(1, LARGEST_CAP),
    help="At most so many can respond: the survey closes by itself. The plan is then stated by the "
    "horizon interval, which is told while figures are watched.",
)
@confidence_option
@format_option
def plan(
    respondents: int | None,
    margin: float | None,
    gamma: Fraction | None,
    cap: int | None,
    confidence: float,
    format_: str,
) -> None:
    """Give two of class size, margin and γ; get the third.

    The table has a row for each interval (horizon only with --cap), and one for a trusted
    curator, who sees the answers and adds Laplace noise with the same ε to their mean.
    """
    try:
        planned = Plan(respondents, margin, gamma, confidence, cap)
    except ParameterError as error:
        raise click.UsageError(error.message) from None
    if format_ == "json":
        click.echo(json.dumps(_document(planned)))
    elif format_ == "csv":
        rows = [list(_row(need, confidence).values()) for need in planned.needs]
        click.echo(plain_csv(COLUMNS, rows), nl=False)
    else:
        click.echo(_text(planned))


def _row(need: Need, confidence: float) -> dict[str, Any]:
    gamma = None if need.gamma is None else str(need.gamma)
    numbers = (need.method, need.respondents, need.margin, gamma, need.epsilon, confidence)
    return dict(zip(COLUMNS, numbers, strict=True))


def _document(planned: Plan) -> dict[str, Any]:
    """The plan by its own interval, a trusted curator's n, and the rows of all methods."""
    document = _row(planned.need(planned.stated_by), planned.confidence)
    del document["interval"]
    return document | {
        "central_laplace_respondents": _curators_respondents(planned),
        "intervals": [_row(need, planned.confidence) for need in planned.needs],
        "warnings": faults(planned),
    }


def _curators_respondents(planned: Plan) -> int | None:
    """A trusted curator's n at the plan's margin and γ; None without these, or above the cap."""
    need = planned.need(planned.stated_by)
    if need.gamma is None or need.margin > 1:
        return None
    found = central_laplace_respondents(need.gamma, need.margin, planned.confidence)
    return found if found <= (planned.cap or found) else None


def _text(planned: Plan) -> str:
    lines = [in_words(planned), trusted_curator_in_words(planned)]
    if gamma := planned.need(planned.stated_by).gamma:
        lines.append(counts_in_words(gamma))
    lines += [rating_mean_in_words(ways) for ways in rating_ways(planned) if ways.highest == 5]
    lines += [design_in_words(each) for each in designs(planned) if each.questions == 5]
    lines += [sentence] if (sentence := control_in_words(planned)) else []
    lines += [f"Warning: {fault}" for fault in faults(planned)]
    lines += [f"Instead: {in_words(each)}" for each in proposals(planned)]
    header = ("interval", "respondents", "margin", "γ", "ε")
    rows = [_cells(need, planned.cap) for need in planned.needs]
    return "\n".join([*lines, "", aligned([header, *rows])])


def _cells(need: Need, cap: int | None) -> tuple[str, ...]:
    name = "trusted curator" if need.method == CENTRAL_LAPLACE else need.method
    return (
        name,
        f"over {cap or LARGEST_RESPONDENTS:,}"
        if need.respondents is None
        else f"{need.respondents:,}",
        f"±{ENGLISH.points(need.margin)} points",
        gamma_in_words(need.gamma) if need.gamma else "none" if need.epsilon is None else "–",
        ENGLISH.epsilon(need.epsilon),
    )
