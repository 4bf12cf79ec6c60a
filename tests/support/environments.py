"""Environments for another Python, or for other versions of the libraries, made by uv."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]

# Together these tests call each library as the app does.
CALLING = [
    "tests/contract/test_sqlite_store.py",  # sqlite-utils
    "tests/unit/cli/doctor",  # packaging
    "tests/unit/cli/test_main.py",  # click
    "tests/unit/cli/commands/test_backup.py",  # filelock
    "tests/unit/cli/commands/test_regress.py",  # statsmodels
    "tests/unit/cli/commands/test_serve.py",  # granian
    "tests/unit/core/intervals/test_intervals.py",  # scipy
    "tests/unit/core/estimates/test_means.py",
    "tests/unit/core/estimates/test_regression.py",
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


def uv(*arguments: object) -> str:
    ran = subprocess.run(
        [sys.executable, "-m", "uv", "--quiet", *map(str, arguments)],
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def run_tests(python: Path, *arguments: str) -> str:
    """Runs pytest by this interpreter; returns its last line, and fails if a test fails."""
    ran = subprocess.run(
        [python, "-m", "pytest", "-q", "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        # Otherwise a worker of pytest-xdist would hand its own number on.
        env={name: value for name, value in os.environ.items() if "PYTEST" not in name},
        capture_output=True,
        text=True,
        timeout=1500,
    )
    assert ran.returncode == 0, ran.stdout[-8000:]
    return ran.stdout.splitlines()[-1]
