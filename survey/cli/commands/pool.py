"""survey pool: the same questions, asked of several groups."""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

import click

from survey.cli.options import confidence_option
from survey.cli.output import aligned
from survey.cli.output_files import write_output
from survey.cli.paths import NamedPath
from survey.core.estimates.quantity import Quantity
from survey.core.intervals.counts import Interval
from survey.core.library.pooled_groups import groups_of
from survey.core.pooling.pooled import Group, Pooled, PooledQuestion
from survey.core.pooling.pooled import pool as pooled
from survey.exports.csv_lines import plain_csv
from survey.exports.pooled_values import COLUMNS, pooled_document, pooled_rows
from survey.exports.reading.csv_table import printable
from survey.exports.reading.read import read_file
from survey.text.pooled_words import (
    about_groups,
    like_these_in_words,
    pooled_text,
    together_in_words,
)
from survey.text.result import ResultText

FORMATS = ("text", "json", "csv", "xlsx")
WIDTH = 40  # characters of a band along its scale


@click.command(
    epilog="""\b
Examples:
  survey pool monday.json tuesday.json
  survey pool monday.json tuesday.json --format xlsx --output pooled.xlsx
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
    "--output",
    type=NamedPath(dir_okay=False, path_type=Path),
    help="A file; otherwise standard output.",
)
def pool(exports: tuple[Path, ...], confidence: float, format_: str, output: Path | None) -> None:
    """Estimate over several surveys of the same questions.

    Take Everything (JSON): it is verified, and tells whether figures waited for the closing.
    Parquet, XLSX, a folder for Datasette and a CSV with its codebook are pooled as if they had not.

    Each group is shown by itself, and then all of these people together; from three groups on,
    what such classes would say on average, too. Choose the groups before you see their results:
    choosing groups is choosing results.
    """
    if len(exports) < 2:
        raise click.UsageError("Name two exports or more.")
    if format_ == "xlsx" and output is None and sys.stdout.isatty():
        raise click.UsageError("A terminal cannot show xlsx: name a file with --output FILE.")
    groups = groups_of([read_file(each) for each in exports])
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
        whole = content if isinstance(content, bytes) else click.unstyle(content).encode()
        write_output(output, [whole])


def _text(groups: Sequence[Group], questions: Sequence[PooledQuestion]) -> str:
    parts = [about_groups(groups)]
    for question in questions:
        title = f"{question.result.name}. {printable(question.result.question.text)}"
        parts.append(click.style(title, bold=True))
        for figure in question.figures:
            parts.append(_of_figure(groups, figure))
    return "\n\n".join(parts)


def _of_figure(groups: Sequence[Group], figure: Pooled) -> str:
    rows = [
        _row(group.name, ResultText(each), each.interval(each.told))
        for group, each in zip(groups, figure.groups, strict=True)
    ]
    rows.append(_row(f"together ({figure.respondents:,})", pooled_text(figure), figure.ends))
    lines = [printable(figure.option), aligned(rows), together_in_words(figure)]
    return "\n".join(filter(None, [*lines, like_these_in_words(figure)]))


def _row(name: str, text: ResultText, ends: Interval | None) -> list[str]:
    return [printable(name), text.exact_estimate, _band(text.quantity, ends)]


def _band(quantity: Quantity, ends: Interval | None) -> str:
    """The band on the line of its scale, with the estimate where it lies on it."""
    if quantity.estimate is None or ends is None:
        return "·" * (WIDTH + 1)
    scale = quantity.scale
    low, high, mark = (
        round(WIDTH * (scale.nearest(each) - scale.low) / scale.length)
        for each in (*ends, quantity.estimate)
    )
    cells = ["━" if low <= place <= high else "·" for place in range(WIDTH + 1)]
    cells[mark] = "●"
    return "".join(cells)
