"""A database that this release has opened is refused by release 0.1.0, and stays as it is."""

import subprocess
import sys
from contextlib import closing

import first_release
import pytest

from survey.store import open_store

OPEN = """
import sys
from pathlib import Path
from survey.errors import StoreUnavailable
from survey.store import open_store
place = sys.argv[1]
try:
    open_store(place if "://" in place else Path(place)).close()
except StoreUnavailable as refused:
    print(refused)
"""


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("engine", "sentence"),
    [
        ("sqlite", "The database cannot be used at the moment. Please try again."),
        ("postgresql", "The database was made by a later release. Install that one, or newer."),
    ],
)
def test_the_first_release_refuses_what_was_upgraded(engine, sentence, request, tmp_path):
    place = tmp_path / "survey.db"
    if engine == "postgresql":
        place = request.getfixturevalue("postgresql_url")
    with first_release.checked_out(tmp_path) as root:
        env = first_release.environment(root)

        def opened_by_0_1_0() -> str:
            command = [sys.executable, "-c", OPEN, str(place)]
            ran = subprocess.run(
                command, env=env, cwd=root, check=True, capture_output=True, text=True
            )
            return ran.stdout

        first_release.prepare(root, place, env)
        assert opened_by_0_1_0() == ""
        with closing(open_store(place)) as store:
            held = store.surveys.all()
        assert opened_by_0_1_0() == f"{sentence}\n"
        with closing(open_store(place)) as store:
            assert store.surveys.all() == held
