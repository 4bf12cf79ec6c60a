"""Runs the examples in the documentation as their reader would.

Every page has a folder of its own, with `instance/` in it: the survey bcd234 with 200 responses,
and fgh234 with none. Blocks run in their order. A block of Python runs, or is compared like a
session if it has ">>>". A console's commands run, and their output is compared. A questionnaire,
JSON or CSV is parsed. "…" stands for text that varies.
"""

import csv
import doctest
import json
import re
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from survey.core.instrument.parsing import from_toml
from survey.docs_site.page import RUN

_FENCE = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.M | re.S)
_DATABASE = re.compile(r"^-- (\S+)\n")


@dataclass(frozen=True)
class Block:
    """A block of code: its language, its file's name or "", its text, its first line's number."""

    language: str
    file: str
    text: str
    line: int


def blocks_of(source: str) -> list[Block]:
    return [
        Block(found[1], found[2] or "", found[3], source.count("\n", 0, found.start()) + 2)
        for found in _FENCE.finditer(source)
    ]


@dataclass
class Examples:
    """Runs blocks one after the other. `survey` runs a command: arguments in, output out."""

    folder: Path
    survey: Callable[[str], str]

    def __post_init__(self) -> None:
        self._names: dict = {"__name__": "page"}

    def run(self, block: Block) -> None:
        """Runs the block; raises AssertionError with the line and the difference."""
        if block.file:
            (self.folder / block.file).write_text(block.text)
        if block.language in RUN:
            getattr(self, f"_{block.language}")(block)

    def _python(self, block: Block) -> None:
        if ">>> " not in block.text:
            exec(compile("\n" * (block.line - 1) + block.text, "page", "exec"), self._names)
            return
        # doctest writes three dots for text that varies, pages write an ellipsis.
        session = block.text.replace("…", "...")
        test = doctest.DocTestParser().get_doctest(session, {}, "page", None, block.line - 1)
        test.globs = self._names
        said: list[str] = []
        runner = doctest.DocTestRunner(verbose=False, optionflags=doctest.ELLIPSIS)
        runner.run(test, out=said.append, clear_globs=False)
        assert not said, "".join(said)

    def _console(self, block: Block) -> None:
        for part in re.split(r"^\$ ", block.text, flags=re.M)[1:]:
            command, _, expected = part.partition("\n")
            assert command.startswith("survey "), f"line {block.line}: only `survey` is run"
            found = self.survey(command.removeprefix("survey "))
            pattern = ".*?".join(map(re.escape, expected.strip("\n").split("…")))
            assert re.fullmatch(pattern, found.strip("\n"), re.S), (
                f"line {block.line}, {command}:\n{found}"
            )

    def _toml(self, block: Block) -> None:
        from_toml(block.text)

    def _json(self, block: Block) -> None:
        json.loads(block.text)

    def _csv(self, block: Block) -> None:
        widths = {len(row) for row in csv.reader(block.text.splitlines())}
        assert len(widths) == 1, f"line {block.line}: rows of {widths} cells"

    def _sql(self, block: Block) -> None:
        """Runs queries of the SQLite file named in the first line; compares commented results."""
        name = _DATABASE.match(block.text)
        assert name, f"line {block.line}: the first line names the file"
        file = f"file:{self.folder / name[1]}?mode=ro"
        with closing(sqlite3.connect(file, uri=True)) as database:
            rows = database.execute(block.text).fetchall()
        found = [" | ".join(map(str, row)) for row in rows]
        expected = re.findall(r"^-- ?(.*)$", block.text, re.M)[1:]
        assert expected == found, f"line {block.line}: {found}"
