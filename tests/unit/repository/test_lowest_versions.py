"""The app works with the lowest version of each library that pyproject.toml allows.

What those libraries bring in themselves is as new as they allow, as pip would
install it today: old statsmodels failed with new pandas. The environment is
made anew by uv, from the same index as everything else.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from environments import CALLING, ROOT, run_tests, uv
from packaging.requirements import Requirement
from packaging.version import Version

PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ("parquet", "postgres", "regress")  # those of the app itself
TOOLS = ("pytest", "pytest-timeout", "pytest-xdist", "hypothesis", "cryptography")


@pytest.fixture(scope="module")
def python(tmp_path_factory) -> Path:
    """The interpreter of an environment with the lowest versions of what is declared."""
    folder = tmp_path_factory.mktemp("lowest")
    python = folder / "venv" / "bin" / "python"
    uv("venv", "--python", sys.executable, folder / "venv")
    declared = f"{ROOT}[{','.join(EXTRAS)}]"
    uv("pip", "install", "--python", python, "--resolution", "lowest-direct", "-e", declared)
    kept = folder / "kept.txt"
    frozen = uv("pip", "freeze", "--python", python, "--exclude-editable")
    kept.write_text(frozen)
    uv("pip", "install", "--python", python, "--constraint", kept, *TOOLS)
    return python


def test_what_calls_the_libraries_is_there():
    """In every run: a path that has moved would show with --exhaustive only."""
    assert [path for path in CALLING if not (ROOT / path).exists()] == []


@pytest.mark.exhaustive
def test_what_calls_the_libraries_needs_no_browser():
    """In every run: the environment of the lowest versions has no library for one."""
    collect = "import sys, pytest; sys.modules['playwright'] = None; sys.exit(pytest.main())"
    quiet = ("-c", collect, "-q", "--collect-only", "-p", "no:cacheprovider", *CALLING)
    ran = subprocess.run([sys.executable, *quiet], cwd=ROOT, capture_output=True, text=True)
    assert ran.returncode == 0, ran.stdout[-2000:]


@pytest.mark.exhaustive
def test_lowest_versions_are_those_that_are_declared(python):
    """Else another library's wish would hide that ours is too low."""
    frozen = uv("pip", "freeze", "--python", python, "--exclude-editable")
    installed = dict(line.split("==") for line in frozen.splitlines() if "==" in line)
    declared = [*PROJECT["dependencies"]]
    for extra in EXTRAS:
        declared += PROJECT["optional-dependencies"][extra]
    for requirement in map(Requirement, declared):
        (lowest,) = [each.version for each in requirement.specifier if each.operator == ">="]
        found = Version(installed[requirement.name])
        # The lowest may never have been released, such as 4 of what began with 4.0.1.
        assert found.release[:2] == (*Version(lowest).release, 0)[:2], requirement


@pytest.mark.exhaustive
def test_app_works_with_the_lowest_versions(python, record_property):
    last = run_tests(python, *CALLING)
    record_property("report", f"lowest versions: {last}")
