"""survey lab NAME: the experiments of the privacy lab, as tables."""

import json
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import click

from survey.cli.options import format_option
from survey.cli.output import aligned
from survey.docs_site.formula_text import in_plain_text
from survey.errors import ParameterError
from survey.exports.csv_lines import plain_csv
from survey.lab.catalog import LESSONS
from survey.lab.figures import figures_of
from survey.lab.lesson import Lesson, Outcome, Slider, typed

MOST_LISTED = 7  # words in the help of an option
WIDEST = 76  # characters of an example, which stands two from the edge


class InOrder(click.Group):
    """Lists its commands in the order in which they were added, which is the lecture's."""

    def list_commands(self, context: click.Context) -> list[str]:
        return list(self.commands)


@click.group(
    cls=InOrder,
    epilog="\b\nExamples:\n  survey lab attempts --gamma 0.1\n"
    "  survey lab attempts --respondents 200 --format json",
)
def lab() -> None:
    """Run an experiment of the privacy lab.

    The data are simulated or public.
    """


def _command(lesson: Lesson) -> click.Command:
    def run(format_: str, **settings: Any) -> None:
        outcome = lesson.outcome(settings)
        if format_ == "json":
            click.echo(json.dumps(_document(lesson, settings, outcome), ensure_ascii=False))
        elif format_ == "csv":
            click.echo(plain_csv(*_points(outcome)), nl=False)
        else:
            click.echo(_text(lesson, outcome))

    options: list[click.Parameter] = [
        click.Option(
            [f"--{slider.name}", slider.name],
            default=typed(slider.initial),
            show_default=True,
            callback=_parsed(slider),
            help=_help(slider),
        )
        for slider in lesson.parameters
    ]
    command = click.Command(
        lesson.name,
        callback=run,
        params=options,
        help="\n\n".join((lesson.title + ".", " ".join(lesson.sentences))),
        short_help=lesson.title,
        epilog=f"\b\nExamples:\n{_examples(lesson)}",
    )
    return format_option(command)


def _examples(lesson: Lesson) -> str:
    """The command with its first settings, or as many as fit a line; and as JSON."""
    settings = dict(lesson.initial)
    while len(lesson.command(settings)) > WIDEST:
        settings.popitem()
    return f"  {lesson.command(settings)}\n  survey lab {lesson.name} --format json"


def _parsed(
    slider: Slider,
) -> Callable[[click.Context, click.Parameter, str], int | Fraction]:
    def callback(context: click.Context, parameter: click.Parameter, text: str) -> int | Fraction:
        try:
            return slider.parse(text)
        except ParameterError as error:
            raise click.BadParameter(error.message) from None

    return callback


def _help(slider: Slider) -> str:
    if 0 < len(slider.words) <= MOST_LISTED:
        meanings = (f"{typed(v)} = {slider.in_words(v)}" for v in slider.values)
        return f"{slider.label}: {'; '.join(meanings)}."
    return f"{slider.label}, {slider.ends}."


def _text(lesson: Lesson, outcome: Outcome) -> str:
    parts = [lesson.title, " ".join(lesson.sentences), outcome.says]
    for table in outcome.tables:
        rows = [table.columns, *(tuple(map(str, row)) for row in table.rows)]
        parts.append(f"{table.caption}\n{aligned(rows)}")
    chart = outcome.chart
    header = (chart.x.label, *(each.label for each in chart.series))
    figures = [(place, *values) for place, values in figures_of(chart)]
    parts.append(f"The picture: {chart.y.label}\n{aligned([header, *figures])}")
    parts.append("\n".join(map(in_plain_text, lesson.formula)))
    parts.append(f"Source: {lesson.source}.")
    return "\n\n".join(parts)


def _document(lesson: Lesson, settings: dict[str, Any], outcome: Outcome) -> dict[str, Any]:
    return {
        "lesson": lesson.name,
        "settings": {name: typed(value) for name, value in settings.items()},
        "says": outcome.says,
        "series": [
            {"label": each.label, "points": [list(map(float, point)) for point in each.points]}
            for each in outcome.chart.series
        ],
        "tables": [
            {"caption": each.caption, "columns": each.columns, "rows": each.rows}
            for each in outcome.tables
        ],
    }


def _points(outcome: Outcome) -> tuple[tuple[str, ...], list[list[str | float]]]:
    """The header, and one row for each point of the picture."""
    rows: list[list[str | float]] = [
        [each.label, float(x), float(y)] for each in outcome.chart.series for x, y in each.points
    ]
    return ("series", "x", "y"), rows


for _lesson in LESSONS:
    lab.add_command(_command(_lesson))
