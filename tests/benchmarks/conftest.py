"""Benchmarks measure ratios in one run and print them; they assert none."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import first_release
import frugal
import pytest
from ports import unused_port, wait_until_open

# On the disk: what is measured is what a server waits for. Other tests run in memory.
os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.gettempdir()
frugal.memory = lambda: None  # the PostgreSQL server's files, too


@pytest.fixture(scope="session")
def previous(tmp_path_factory):
    """The previous release's code."""
    with first_release.checked_out(tmp_path_factory.mktemp("previous")) as root:
        yield root


@pytest.fixture(scope="session")
def prepare(tmp_path_factory):
    """Makes a database with an open survey by the code in a folder; the environment to run it.

    Release 0.1.0 runs on asyncio's own loop, as it did: Granian takes uvloop wherever it is.
    """
    without_uvloop = tmp_path_factory.mktemp("without")
    without_uvloop.joinpath("uvloop.py").write_text("raise ImportError")

    def prepare(root: Path, place: Path | str) -> dict[str, str]:
        env = first_release.environment(root)
        if root != first_release.ROOT:
            env["PYTHONPATH"] += f":{without_uvloop}"
        first_release.prepare(root, place, env)
        return env

    return prepare


@pytest.fixture
def start(tmp_path, prepare):
    """Starts a server of a kind in servers.py, with an open survey; gives its port and process."""
    running = []

    def start(kind: str, root: Path = first_release.ROOT) -> tuple[int, subprocess.Popen]:
        folder = tmp_path / root.name / kind
        folder.mkdir(parents=True)
        env = prepare(root, folder / "survey.db")
        port = unused_port()
        servers = root / "tests" / "benchmarks" / "servers.py"
        process = subprocess.Popen(
            [sys.executable, str(servers), kind, str(folder), str(port)], env=env
        )
        running.append(process)
        wait_until_open(port, process)
        return port, process

    yield start
    for process in running:
        process.terminate()
        process.wait(20)
