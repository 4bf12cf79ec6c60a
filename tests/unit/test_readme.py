"""What the README shows is what there is."""

import re
from pathlib import Path

import click

from survey.cli import COMMANDS
from survey.cli import commands
from survey.core.instrument import from_toml
from survey.core.questions import Kind

README = (Path(__file__).parents[2] / "README.md").read_text("utf-8")


def test_example_of_an_instrument_is_one():
    (example,) = re.findall(r"```toml\n(.*?)```", README, re.S)
    instrument = from_toml(example)
    assert {question.kind for question in instrument.questions} == set(Kind)
    assert instrument.asks_openly


def test_table_of_commands_is_complete_and_its_options_exist():
    lines = [line.split(" | ")[0] for line in README.splitlines() if line.startswith("| `survey ")]
    rows = re.findall(r"`survey ([a-z-]+)([^`]*)`", "\n".join(lines))
    assert {name for name, _ in rows} == set(COMMANDS)
    context = click.Context(commands)
    for name, usage in rows:
        command = commands.get_command(context, name)
        known = {option for parameter in command.params for option in parameter.opts}
        if isinstance(command, click.Group):
            continue
        assert set(re.findall(r"--[a-z-]+", usage)) <= known, name


def test_paths_exist():
    root = Path(__file__).parents[2]
    paths = set(re.findall(r"`((?:survey|static|templates|tests)/[\w./-]+)`", README))
    assert len(paths) > 10
    assert [path for path in sorted(paths) if not (root / path).exists()] == []
