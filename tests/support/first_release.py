"""Release 0.1.0, from this repository's own history, to compare this release with."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).parents[2]
COMMIT = "40aebce"  # its last fix

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


@contextmanager
def checked_out(folder: Path) -> Iterator[Path]:
    """The release's code, in a git worktree of its own below this folder."""
    root = folder / "code"
    git = ["git", "-C", str(ROOT), "worktree"]
    subprocess.run([*git, "add", "--quiet", "--detach", str(root), COMMIT], check=True)
    try:
        yield root
    finally:
        subprocess.run([*git, "remove", "--force", str(root)], check=True)


def environment(root: Path) -> dict[str, str]:
    """The environment in which the code in this folder and its tests' modules are imported."""
    return {**os.environ, "PYTHONPATH": f"{root}:{root / 'tests' / 'support'}"}


def prepare(root: Path, place: Path | str, env: dict[str, str]) -> None:
    """Makes a database with an open survey by the code in a folder."""
    subprocess.run([sys.executable, "-c", PREPARE, str(place)], env=env, cwd=root, check=True)
