"""The app works with the lowest version of each library that pyproject.toml allows.

What those libraries bring in themselves is as new as they allow, as pip would
install it today: old statsmodels failed with new pandas. The environment is
made anew by uv, from the same index as everything else.
"""

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

ROOT = Path(__file__).parents[3]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
EXTRAS = ("parquet", "postgres", "regress")  # those of the app itself
TOOLS = ("pytest", "pytest-timeout", "pytest-xdist", "hypothesis", "cryptography")

# Each library is called by one of these, as the app calls it.
CALLING = [
    "tests/contract/test_sqlite_store.py",  # sqlite-utils
    "tests/unit/cli/doctor",  # packaging
    "tests/unit/cli/test_main.py",  # click
    "tests/unit/cli/commands/test_regress.py",  # statsmodels
    "tests/unit/cli/commands/test_serve.py",  # granian
    "tests/unit/core/intervals/test_intervals.py",  # scipy
    "tests/unit/core/estimation/test_means.py",
    "tests/unit/core/estimation/test_regression.py",
    "tests/unit/core/mechanism/test_vectorized.py",  # numpy
    "tests/unit/exports",  # xlsxwriter, pyarrow
    "tests/unit/formats/test_questionnaire_file.py",  # openpyxl, defusedxml
    "tests/unit/formats/xlsform/test_form.py",
    "tests/unit/docs_site/test_page.py",  # markdown-it-py, mdit-py-plugins, latex2mathml
    "tests/unit/web/http/test_compression.py",  # zopfli
    "tests/unit/web/authoring/test_compose.py",  # flask, flask-wtf, wtforms
    "tests/unit/web/i18n/test_page_language.py",  # babel, flask-babel
    "tests/unit/web/running/test_participation_tokens.py",  # segno
    "tests/unit/wire/test_keys.py",  # pynacl
]  # fmt: skip


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


def uv(*arguments: object) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "uv", "--quiet", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_what_calls_the_libraries_is_there():
    """In every run: a path that has moved would show with --exhaustive only."""
    assert [path for path in CALLING if not (ROOT / path).exists()] == []


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
    ran = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *CALLING],
        cwd=ROOT,
        # A worker of pytest-xdist would else hand its own number on.
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
        capture_output=True,
        text=True,
        timeout=1200,
    )
    assert ran.returncode == 0, ran.stdout[-8000:]
    record_property("report", f"lowest versions: {ran.stdout.splitlines()[-1]}")
