"""Paths on the command line that must be names."""

from pathlib import Path
from typing import Any

import click


class NamedPath(click.Path):
    """A path that is none of the `refused` words, each with the sentence that refuses it.

    A shell gives "" for a variable that is not set, which would be the current folder.
    """

    refused = {"": "the name is empty."}

    def convert(
        self, value: Any, parameter: click.Parameter | None, context: click.Context | None
    ) -> Any:
        if sentence := self.refused.get(str(value)):
            self.fail(sentence, parameter, context)
        return super().convert(value, parameter, context)


class NewFile(NamedPath):
    """A file that a command makes and checks, so that it cannot be standard output."""

    refused = {
        **NamedPath.refused,
        "-": "name a file: standard output is not taken here.",
    }

    def __init__(self) -> None:
        super().__init__(path_type=Path)
