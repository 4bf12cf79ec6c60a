"""Benchmarks measure ratios in one run and print them; they assert none."""

import os
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

# On the disk: what is measured is what a server waits for. Other tests run in memory.
os.environ["PYTEST_DEBUG_TEMPROOT"] = tempfile.gettempdir()

ROOT = Path(__file__).parents[2]
PREVIOUS = "40aebce"  # release 0.1.0, as it was last mended

# Run by either release's own code, so that each has its own tables.
PREPARE = """
import sys
from pathlib import Path
from instruments import make_instrument
from survey.store import State, Survey, open_store
place = sys.argv[1]
store = open_store(place if "://" in place else Path(place))
add = getattr(store.surveys, "add", None) or store.add_survey
add(Survey("bnc234", make_instrument("1/4", "1/3", "1/10"), State.OPEN))
store.close()
"""


@pytest.fixture(scope="session")
def previous(tmp_path_factory):
    """The previous release's code, in a git worktree of its own."""
    root = tmp_path_factory.mktemp("previous") / "code"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(root), PREVIOUS], check=True)
    yield root
    subprocess.run([*git, "remove", "--force", str(root)], check=True)


@pytest.fixture(scope="session")
def prepare(tmp_path_factory):
    """Makes a database with an open survey by the code in a folder; the environment to run it.

    Release 0.1.0 runs on asyncio's own loop, as it did: Granian takes uvloop wherever it is.
    """
    without_uvloop = tmp_path_factory.mktemp("without")
    without_uvloop.joinpath("uvloop.py").write_text("raise ImportError")

    def prepare(root: Path, place: Path | str) -> dict[str, str]:
        paths = [root, root / "tests" / "support"]
        paths += [] if root == ROOT else [without_uvloop]
        env = {**os.environ, "PYTHONPATH": ":".join(map(str, paths))}
        subprocess.run([sys.executable, "-c", PREPARE, str(place)], env=env, cwd=root, check=True)
        return env

    return prepare
