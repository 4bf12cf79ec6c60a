"""survey pool: the same questions, asked of several groups."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from survey.cli.options import confidence_option
from survey.cli.output import aligned
from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import Interval
from survey.core.library.pooled_groups import groups_of
from survey.core.pooling.pooled import Group, PooledQuestion, PooledShare
from survey.core.pooling.pooled import pool as pooled
from survey.exports.csv_lines import plain_csv
from survey.exports.pooled_values import COLUMNS, pooled_document, pooled_rows
from survey.exports.reading import read_export
from survey.exports.reading.csv_table import printable
from survey.text.pooled_words import about_groups, like_these_in_words, together_in_words
from survey.text.translator import ENGLISH

FORMATS = ("table", "json", "csv", "xlsx")
WIDTH = 40  # characters of a band from 0 % to 100 %


@click.command(
    epilog="""\b
Examples:
  survey pool monday.json tuesday.json friday.json
  survey pool spring/*.json --format csv > pooled.csv
  survey pool a.json b.json --confidence 0.99 --format json
  survey pool a.json b.json --format xlsx --output pooled.xlsx
"""
)
@click.argument(
    "exports",
    nargs=-1,
    required=True,
    type=click.Path(exists=True, path_type=Path),
)
@confidence_option
@click.option(
    "--format", "format_", type=click.Choice(FORMATS), default=FORMATS[0], show_default=True
)
@click.option(
    "--output", type=click.Path(dir_okay=False, path_type=Path), help="A file; else to stdout."
)
def pool(exports: tuple[Path, ...], confidence: float, format_: str, output: Path | None) -> None:
    """Pool the EXPORTS of surveys that ask the same questions, from any servers.

    Take Everything (JSON): it is verified, and tells whether figures waited for the closing.
    Parquet, XLSX, a folder for Datasette and a CSV with its codebook are pooled as if they had not.

    Each group is shown by itself, and then all of these people together; from three groups on,
    what such classes would say on average, too. Shares are pooled; the mean of a number is not.
    Choose the groups before you see their results: choosing groups is choosing results.
    """
    if len(exports) < 2:
        raise click.UsageError("Name two exports or more.")
    if format_ == "xlsx" and output is None and sys.stdout.isatty():
        raise click.UsageError("A terminal cannot show xlsx: name a file with --output FILE.")
    groups = groups_of([read_export(each) for each in exports])
    questions = pooled(groups, confidence)
    if format_ == "xlsx":
        from survey.exports.xlsx.pooled_workbook import pooled_workbook  # which takes a while

        _put(b"".join(pooled_workbook(groups, questions, confidence)), output)
    elif format_ == "json":
        text = json.dumps(pooled_document(groups, questions, confidence), indent=1)
        _put(f"{text}\n", output)
    elif format_ == "csv":
        _put(plain_csv(COLUMNS, pooled_rows(groups, questions)), output)
    else:
        _put(f"{_text(groups, questions)}\n", output)


def _put(content: str | bytes, output: Path | None) -> None:
    """Writes to the file, or to stdout."""
    if output is None:
        click.echo(content, nl=False)
    else:
        output.write_bytes(
            content if isinstance(content, bytes) else click.unstyle(content).encode()
        )


def _text(groups: Sequence[Group], questions: Sequence[PooledQuestion]) -> str:
    parts = [about_groups(groups)]
    for question in questions:
        title = f"{question.result.name}. {printable(question.result.question.text)}"
        parts.append(click.style(title, bold=True))
        if not question.shares:
            parts.append("The mean of a number is not pooled.")
        for share in question.shares:
            parts.append(_of_share(groups, share))
    return "\n\n".join(parts)


def _of_share(groups: Sequence[Group], share: PooledShare) -> str:
    rows = [
        _row(group.name, each, each.interval(each.told))
        for group, each in zip(groups, share.groups, strict=True)
    ]
    rows.append(_row(f"together ({share.respondents:,})", share, share.ends))
    lines = [printable(share.groups[0].of), aligned(rows), together_in_words(share)]
    return "\n".join(filter(None, [*lines, like_these_in_words(share)]))


def _row(name: str, of: Quantity | PooledShare, ends: Interval | None) -> list[str]:
    return [printable(name), ENGLISH.percent(of.estimate, 1), _band(of.estimate, ends)]


def _band(estimate: float | None, ends: Interval | None) -> str:
    """The band on a line from 0 % to 100 %, with the estimate where it lies on it."""
    if estimate is None or ends is None:
        return "·" * (WIDTH + 1)
    low, high = (round(WIDTH * min(max(end, 0.0), 1.0)) for end in ends)
    cells = ["━" if low <= place <= high else "·" for place in range(WIDTH + 1)]
    cells[round(WIDTH * min(max(estimate, 0.0), 1.0))] = "●"
    return "".join(cells)
