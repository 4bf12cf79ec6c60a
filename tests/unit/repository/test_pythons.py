""".ci/pythons finds the Pythons that pyproject.toml declares, and runs the tests on each."""

import os
import sys
import tomllib
from importlib.machinery import SourceFileLoader
from importlib.util import module_from_spec, spec_from_loader
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
OLDEST = 11
THIS = f"3.{sys.version_info.minor}"


@pytest.fixture
def pythons():
    loader = SourceFileLoader("pythons", str(ROOT / ".ci" / "pythons"))
    module = module_from_spec(spec_from_loader("pythons", loader))
    loader.exec_module(module)
    return module


@pytest.fixture
def place(tmp_path, monkeypatch):
    """Puts a program of this name, which prints the text, into a folder."""
    monkeypatch.setenv("PATH", str(tmp_path / "shims"))
    monkeypatch.setenv("PYENV_ROOT", str(tmp_path / "pyenv"))

    def placed(folder: str, name: str, text: str) -> Path:
        path = tmp_path / folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{text}\n")
        path.chmod(0o755)
        return path

    return placed


def test_the_oldest_and_the_newest_are_declared(pythons):
    assert PROJECT["requires-python"] == f">=3.{OLDEST}"
    declared = pythons.declared()
    assert declared == [f"3.{OLDEST + place}" for place in range(len(declared))]
    assert len(declared) >= 3


def test_a_name_with_no_python_behind_it_is_passed_over_for_pyenvs_version(pythons, place):
    """pyenv puts python3.12 on PATH and refuses to run it, unless that version is chosen."""
    place("shims", "python3.12", "echo 'pyenv: python3.12: command not found' >&2; exit 127")
    place("shims", "python3.13", "echo 3.11")
    version = place("pyenv/versions/3.12.1/bin", "python3.12", "echo 3.12")
    assert pythons.found() == {"3.12": version}


def test_a_python_on_path_comes_first(pythons, place):
    first = place("shims", "python3.12", "echo 3.12")
    place("pyenv/versions/3.12.1/bin", "python3.12", "echo 3.12")
    assert pythons.found() == {"3.12": first}


@pytest.mark.parametrize("here", [{}, {THIS: Path(sys.executable)}])
def test_fewer_than_two_are_refused(pythons, here, monkeypatch, capsys):
    monkeypatch.setattr(pythons, "found", lambda: here)
    monkeypatch.setattr(pythons, "run_tests", None)
    assert pythons.main() == 1
    assert "Install another" in capsys.readouterr().err


@pytest.mark.parametrize("passes", [True, False])
def test_all_others_are_run_and_one_that_fails_is_named(pythons, passes, monkeypatch, capsys):
    others = {"3.98": Path("/a"), "3.99": Path("/b")}
    ran = []

    def run_tests(version, python, folder):
        ran.append((version, python))
        return passes or version == "3.98"

    monkeypatch.setattr(pythons, "found", lambda: {THIS: Path(sys.executable)} | others)
    monkeypatch.setattr(pythons, "run_tests", run_tests)
    assert pythons.main() == (0 if passes else 1)
    assert ran == [*others.items()]
    assert capsys.readouterr().err == ("" if passes else "Python 3.99: failed\n")


def test_one_step_that_fails_is_a_failure(pythons, place, tmp_path):
    python = place("shims", "python3.12", "exit 3")
    assert not pythons.run_tests("3.12", python, tmp_path)


def test_what_it_runs_is_there(pythons):
    assert all((ROOT / folder).is_dir() for folder in pythons.TESTS)
    assert os.access(ROOT / ".ci" / "pythons", os.X_OK)
    assert (ROOT / ".ci" / "run").read_text("utf-8").endswith("\n.venv/bin/python .ci/pythons\n")
