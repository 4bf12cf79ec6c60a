"""The two verifiers of the documentation, as their readers copy them from the page."""

from pathlib import Path
from types import ModuleType

from documentation_examples import Block, blocks_of

import survey

PAGE = Path(survey.__path__[0]) / "docs" / "how-to" / "check-results.md"


def program(name: str) -> Block:
    """The block with this file's name."""
    (found,) = (each for each in blocks_of(PAGE.read_text("utf-8")) if each.file == name)
    return found


def python_verifier() -> ModuleType:
    """The program in Python as a module."""
    module = ModuleType("verify_list")
    exec(compile(program("verify_list.py").text, "verify_list.py", "exec"), vars(module))  # noqa: S102
    return module
