"""The whole package keeps the types that it promises, by mypy's strict rules."""

from pathlib import Path

import pytest
from mypy import api
from sources import files_of

ROOT = Path(__file__).parent.parent.parent.parent
MODULES = files_of("survey", "*.py")
UNTYPED = "programs"  # short programs for others

BEGINNING = """
from fractions import Fraction
from survey.core.estimates.shares import share_of_yes

estimate = share_of_yes(respondents=100, reported=40, gamma=Fraction(1, 4), confidence=0.95)
"""


@pytest.fixture(scope="module")
def check(tmp_path_factory):
    """mypy with this project's settings, wherever it is started; all of it if no file is named."""
    cache = tmp_path_factory.mktemp("mypy")
    settings = ["--config-file", str(ROOT / "pyproject.toml"), "--cache-dir", str(cache)]

    def run(*arguments: str | Path) -> tuple[int, str]:
        said, failed, status = api.run([*settings, *map(str, arguments)])
        assert not failed
        return status, said

    return run


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", ["linux", "darwin", "win32"])
def test_mypy_finds_no_error(check, system):
    """Nor anything that one of these systems lacks."""
    status, said = check("--platform", system)
    assert status == 0, said
    # Nothing was left out: as many modules were read as there are.
    typed = [path for path in MODULES if path.parent.name != UNTYPED]
    assert f"no issues found in {len(typed)} source files" in said


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("wrong", "code"),
    [
        ("share: float = estimate.estimate", "assignment"),
        ("low, high = estimate.ends", "misc"),
        ("yes = estimate.count.reported", "union-attr"),
        ("share_of_yes(100, 40, 'a quarter', 0.95)", "arg-type"),
        ("def untyped(share):\n    return share", "no-untyped-def"),
    ],
)
def test_wrong_use_of_the_library_is_refused(check, tmp_path, wrong, code):
    file = tmp_path / "wrong.py"
    file.write_text(BEGINNING + wrong + "\n")
    status, said = check(file)
    assert status == 1
    assert f"[{code}]" in said
    assert "Found 1 error in 1 file" in said


@pytest.mark.exhaustive
def test_right_use_is_not(check, tmp_path):
    file = tmp_path / "right.py"
    file.write_text(BEGINNING + "if ends := estimate.ends:\n    width: float = ends[1] - ends[0]\n")
    assert check(file)[0] == 0


def test_ignored_errors_are_few_and_say_why():
    """Each names its code, and the line above it is the reason."""
    found = 0
    for path in MODULES:
        lines = path.read_text().splitlines()
        for before, line in zip(lines, lines[1:], strict=False):
            if "type: ignore" in line:
                found += 1
                assert "type: ignore[" in line, path
                assert before.strip().startswith("#"), path
    assert found <= 6
