"""Only survey/systems.py knows systems apart, or imports a module that one of them lacks.

What else one of them lacks, such as a function of os, mypy finds for each of
them: test_types.py.
"""

import re
from pathlib import Path

import pytest
from environments import uv
from imports import imported
from sources import files_of

ROOT = Path(__file__).parents[3]
MODULES = files_of("survey", "*.py")
OWNER = ROOT / "survey" / "systems.py"

# Of https://docs.python.org/3/library/: "Availability: Unix", or Windows, and what they rest on.
LACKED = {
    "_winapi", "curses", "fcntl", "grp", "msvcrt", "nt", "posix", "pty", "pwd", "readline",
    "resource", "syslog", "termios", "tty", "winreg", "winsound",
}  # fmt: skip
ASKS = re.compile(r"\b(?:sys\.platform|os\.name|os\.uname|platform\.system|st_mode)\b")


def faults(source: str) -> list[str]:
    modules = {name.partition(".")[0] for name in imported(source)}
    return sorted(modules & LACKED) + ASKS.findall(source)


def test_nothing_else_does():
    found = {path: faults(path.read_text("utf-8")) for path in MODULES if path != OWNER}
    assert {path: each for path, each in found.items() if each} == {}


def test_it_does():
    assert {"fcntl", "resource", "sys.platform", "st_mode"} <= set(faults(OWNER.read_text("utf-8")))


@pytest.mark.parametrize(
    "source",
    ["import fcntl", "def f():\n    from resource import getrlimit", "if os.name == 'nt': pass"],
)
def test_each_would_be_found(source):
    assert len(faults(source)) == 1


WINDOWS = "x86_64-pc-windows-msvc"
ON_SYSTEMS = ["x86_64-unknown-linux-gnu", "aarch64-apple-darwin", WINDOWS]


def resolved(system: str, *required: object) -> str:
    """What these requirements come to on a system where nothing can be compiled."""
    asked = ("--python-platform", system, "--python-version", "3.11", "--only-binary", ":all:")
    return uv("pip", "compile", *asked, *required)


@pytest.mark.exhaustive
@pytest.mark.parametrize("system", ON_SYSTEMS)
def test_all_libraries_can_be_installed_without_a_compiler(system):
    extras = [part for extra in ("parquet", "postgres", "regress") for part in ("--extra", extra)]
    assert "granian==" in resolved(system, *extras, ROOT / "pyproject.toml")


@pytest.mark.exhaustive
def test_one_that_a_system_lacks_would_be_found(tmp_path):
    file = tmp_path / "required.txt"
    file.write_text("uvloop\n")
    with pytest.raises(AssertionError, match="uvloop"):
        resolved(WINDOWS, file)
