"""Counts what one look at a dashboard of five questions enters, in one or several revisions.

    .venv/bin/python tests/figures/flows.py 40aebce HEAD

Modules of survey/ and calls into them, for a question of every kind and 300 responses; templates
are compiled before. Each revision runs in a git worktree of its own.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROWS = ["modules entered", "calls"]

# Run by each revision's own code, so it uses what all of them have.
LOOK = """
import random, sys
from pathlib import Path
from instruments import make_mixed_instrument
import survey
from survey.app import create_app
from survey.app.configuration import Config
from survey.core.responses.response import Response
from survey.store import State, Survey, open_store
from survey.web.accounts.sign_in import make_sign_in_link

key = {"secret_key": "11" * 32} if "secret_key" in Config.__dataclass_fields__ else {}
config = Config(data=Path(sys.argv[1]), **key)
store = open_store(config.database)
instrument, drawn = make_mixed_instrument(), random.Random(1)
(getattr(store.surveys, "add", None) or store.add_survey)(Survey("bcd234", instrument, State.OPEN))
take = getattr(store, "add_response", None) or store.responses.add
for number in range(300):
    reports = tuple(drawn.randrange(options) for options in (2, 3, 2, 2, 2, 2))
    take("bcd234", Response(instrument.digest, f"{number:032x}", reports))
app = create_app(config, store)
app.config["WTF_CSRF_ENABLED"] = False
client = app.test_client()
password = "a long enough password"
client.post(make_sign_in_link(store), data={"password": password, "again": password})
assert client.get("/surveys/bcd234").status_code == 200
package, modules, calls = str(Path(survey.__file__).parent) + "/", set(), 0

def note(frame, event, _):
    global calls
    if event == "call" and frame.f_code.co_filename.startswith(package):
        modules.add(frame.f_code.co_filename)
        calls += 1

sys.setprofile(note)
client.get("/surveys/bcd234")
sys.setprofile(None)
print(len(modules), calls)
"""


def figures(revision: str) -> list[str]:
    """One figure for each of ROWS."""
    with tempfile.TemporaryDirectory() as folder:
        code, data = Path(folder) / "code", Path(folder) / "data"
        data.mkdir()
        worktree = ["git", "-C", str(ROOT), "worktree"]
        subprocess.run([*worktree, "add", "--quiet", "--detach", str(code), revision], check=True)
        try:
            paths = f"{code}:{code / 'tests' / 'support'}"
            ran = subprocess.run(
                [sys.executable, "-c", LOOK, str(data)], cwd=code, env={"PYTHONPATH": paths},
                capture_output=True, text=True, check=True,
            )  # fmt: skip
        finally:
            subprocess.run([*worktree, "remove", "--force", str(code)], check=True)
    return ran.stdout.split()


def main(revisions: list[str]) -> None:
    columns = [figures(each) for each in revisions]
    for row, name in enumerate(ROWS):
        print(f"| {name} | " + " | ".join(column[row] for column in columns) + " |")


if __name__ == "__main__":
    main(sys.argv[1:] or ["HEAD"])
