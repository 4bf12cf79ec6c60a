"""Files made to exhaust the machine: each is refused or read with little of it, and in words."""

import json
import subprocess
import sys
from pathlib import Path

import measured_commands
import pytest
from grids import usually
from hostile_files import EXPORTS, QUESTIONNAIRES, TABLES

# Read within 3 seconds and 300 MB on an idle machine. What these files took before they were
# bounded was a minute, or gigabytes, so that a busy machine need not fail the test.
SECONDS = 20
MEGABYTES = 300


FILES = [*QUESTIONNAIRES, *EXPORTS, *TABLES]
USUAL = FILES[::9]  # of each format some
OTHERS = [each for each in FILES if each not in USUAL]


@pytest.fixture(scope="module")
def measured(tmp_path_factory, request) -> dict[str, dict]:
    """What each file took, by its name."""
    folder = tmp_path_factory.mktemp("hostile")
    commands = {}
    wanted = OTHERS if request.config.getoption("exhaustive") else USUAL
    for files, arguments in (
        (QUESTIONNAIRES, ["create", "FILE", "--dry-run"]),
        (EXPORTS, ["verify", "FILE"]),
        (TABLES, ["estimate", "FILE"]),
    ):
        for name, make in files.items():
            if name not in wanted:
                continue
            path = folder / name
            path.write_bytes(make())
            commands[name] = [str(path) if each == "FILE" else each for each in arguments]
    for name in filter(wanted.__contains__, TABLES):
        path = str(folder / name)
        commands[f"crosstab of {name}"] = ["crosstab", path, "a", "b", "--gamma", "1/4"]
    outcome = subprocess.run(
        [sys.executable, measured_commands.__file__],
        input=json.dumps(list(commands.values())),
        capture_output=True,
        text=True,
        check=True,
        cwd=Path(__file__).parent.parent,
    )
    return dict(zip(commands, json.loads(outcome.stdout), strict=True))


@pytest.mark.parametrize(
    "name",
    usually(
        [*USUAL, *(f"crosstab of {name}" for name in TABLES if name in USUAL)],
        [*FILES, *(f"crosstab of {name}" for name in TABLES)],
    ),
)
def test_file_is_refused_or_read_with_little(measured, name):
    took = measured[name]
    assert took["code"] in {0, 1}, took
    assert took["seconds"] < SECONDS
    assert took["megabytes"] < MEGABYTES
    assert "Traceback" not in took["said"]
    assert "Unexpected" not in took["said"]
    assert 0 < len(took["said"]) < 50_000
