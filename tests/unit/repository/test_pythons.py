"""The app and its tests pass on every Python that is found on PATH, from the oldest allowed on."""

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from environments import CALLING, ROOT, run_tests, uv

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OLDEST = 11
WHOLE = ["tests/unit", "tests/property", "-n", "2", "--dist", "loadfile"]


def others() -> dict[int, Path]:
    """The interpreters python3.N on PATH that run, by N, but for the one that runs this."""
    found: dict[int, Path] = {}
    for folder in map(Path, os.get_exec_path()):
        for path in folder.glob("python3.*"):
            name = re.fullmatch(r"python3\.(\d+)", path.name)
            if name and int(name[1]) >= OLDEST and int(name[1]) not in found and runs(path):
                found[int(name[1])] = path
    return {n: path for n, path in found.items() if n != sys.version_info.minor}


def runs(python: Path) -> bool:
    """False of a name without a version behind it, such as pyenv's."""
    return subprocess.run([python, "--version"], capture_output=True).returncode == 0


@pytest.mark.exhaustive
@pytest.mark.longest
def test_tests_pass_on_every_python_on_path(tmp_path, record_property):
    """The newest runs all unit and property tests, others those that call each library."""
    pythons = others()
    for number, path in pythons.items():
        python = tmp_path / f"3.{number}" / "bin" / "python"
        uv("venv", "--python", path, python.parents[1])
        uv("pip", "install", "--python", python, "-e", f"{ROOT}[test]")
        last = run_tests(python, *(WHOLE if number == max(pythons) else CALLING))
        record_property("report", f"Python 3.{number}: {last}")


def test_the_oldest_and_the_newest_are_declared():
    assert PROJECT["requires-python"] == f">=3.{OLDEST}"
    declared = [each.rpartition(".")[2] for each in PROJECT["classifiers"] if ":: 3." in each]
    assert [int(each) for each in declared] == [*range(OLDEST, OLDEST + len(declared))]
