"""The two verifiers that the documentation shows, run from its folder."""

import importlib.util
from pathlib import Path
from types import ModuleType

import survey

FOLDER = Path(survey.__path__[0]) / "docs" / "programs"
PROGRAMS = {path.name: path for path in sorted(FOLDER.iterdir()) if path.suffix in (".py", ".mjs")}


def python_verifier() -> ModuleType:
    """The program in Python as a module."""
    spec = importlib.util.spec_from_file_location("verify_list", PROGRAMS["verify_list.py"])
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
