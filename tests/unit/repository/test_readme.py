"""What the README shows is what there is."""

import re
from pathlib import Path

import click

from survey.cli import COMMANDS, command_line
from survey.core.instrument.instrument import Instrument, from_toml
from survey.core.instrument.questions import Kind

ROOT = Path(__file__).parents[3]
README = (ROOT / "README.md").read_text("utf-8")
DOCS = ROOT / "survey" / "docs"


def examples(page: str) -> list[Instrument]:
    return [from_toml(block) for block in re.findall(r"```toml\n(.*?)```", page, re.S)]


def test_examples_of_instruments_are_some():
    (simple,) = examples(README)
    assert len(simple.questions) == 2
    every_kind, translated = examples((DOCS / "reference" / "instrument.md").read_text("utf-8"))
    assert {question.kind for question in every_kind.questions} == set(Kind)
    assert translated.languages == ("en", "de")


def test_table_of_commands_is_complete_and_its_options_exist():
    lines = [line.split(" | ")[0] for line in README.splitlines() if line.startswith("| `survey ")]
    rows = re.findall(r"`survey ([a-z-]+)([^`]*)`", "\n".join(lines))
    assert {name for name, _ in rows} == set(COMMANDS)
    context = click.Context(command_line)
    for name, usage in rows:
        command = command_line.get_command(context, name)
        known = {option for parameter in command.params for option in parameter.opts}
        if isinstance(command, click.Group):
            continue
        assert set(re.findall(r"--[a-z-]+", usage)) <= known, name


def test_paths_exist():
    paths = set(re.findall(r"`((?:survey|static|templates|tests)/[\w./-]+)`", README))
    assert len(paths) > 10
    assert [path for path in sorted(paths) if not (ROOT / path).exists()] == []
