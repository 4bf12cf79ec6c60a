"""Commands that pages name and nothing runs: in blocks of sh, and within sentences."""

import re

import click
import pytest
from documentation_examples import blocks_of

from survey.cli import COMMANDS, command_line
from survey.web.learning.documentation import site

ENTRIES = site().navigation.entries


def named(source: str) -> list[str]:
    """Every `survey COMMAND …` in a page's code, up to the end of its line or of its part."""
    shell = "\n".join(block.text for block in blocks_of(source) if block.language == "sh")
    shell = shell.replace("\\\n", " ")
    prose = re.sub(r"^```.*?^```$", "", source, flags=re.M | re.S)
    code = [*re.split(r"\n|&&|;", shell), *re.findall(r"`([^`]+)`", prose)]
    lines = [re.search(r"(?:^|[\s/])survey ([a-z].*)", line) for line in code]
    return [line[1] for line in lines if line]


def unknown(line: str) -> list[str]:
    """What is no command, or no option of it."""
    name, *words = line.split()
    if name not in COMMANDS:
        return [name]
    command = command_line.get_command(click.Context(command_line), name)
    if isinstance(command, click.Group):
        return []
    # An option that may be left out stands in brackets.
    words = [word.strip("[]") for word in words]
    known = {option for parameter in command.params for option in parameter.opts} | {"--help"}
    return [word for word in words if word.startswith("--") and word not in known]


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: entry.path)
def test_commands_and_their_options_exist(entry):
    for line in named(site().source(entry)):
        assert unknown(line) == [], line


def test_some_are_named():
    assert sum(len(named(site().source(entry))) for entry in ENTRIES) > 20


@pytest.mark.parametrize(
    "source",
    ["```sh\nx && .venv/bin/survey serve --hots 0.0.0.0\n```\n", "With `survey sreve` it starts.",
     "```sh\nsudo X=y /opt/survey serve \\\n  --dta x\n```\n", "It is `survey serve [--prot]`."],
)  # fmt: skip
def test_one_that_does_not_exist_is_noticed(source):
    (line,) = named(source)
    assert unknown(line)
