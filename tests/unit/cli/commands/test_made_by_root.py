"""What root writes into an instance folder belongs to the folder's owner, who runs the service."""

import os

import pytest

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance

FILES = {"survey.db", "secret", "signing_key"}


@pytest.fixture
def kept(survey_command, tmp_path):
    """A backup with its keys, as the documentation makes them."""
    data = tmp_path / "former"
    open_instance(Config(data)).close()
    kept = tmp_path / "kept.db", tmp_path / "kept.keys"
    made = survey_command("backup", kept[0], "--keys", kept[1], "--data", data)
    assert made.code == 0
    return kept


@pytest.fixture
def given(monkeypatch) -> dict[int, tuple[int, int]]:
    """Lets this process be root; which file, by its number, was given to which owner and group."""
    given = {}
    monkeypatch.setattr(os, "geteuid", lambda: 0)
    monkeypatch.setattr(
        os, "fchown", lambda file, *owner: given.update({os.fstat(file).st_ino: owner})
    )
    return given


@pytest.mark.parametrize("how", ["restore", "start"])
def test_files_that_root_makes_are_given_to_the_folders_owner(
    survey_command, kept, given, tmp_path, how
):
    data = tmp_path / "instance"
    data.mkdir(mode=0o700)
    if how == "restore":
        backup, keys = kept
        assert survey_command("restore", backup, "--keys", keys, "--data", data).code == 0
    else:
        open_instance(Config(data)).close()
    owner = data.stat().st_uid, data.stat().st_gid
    assert {path.name for path in data.iterdir()} >= FILES
    assert {name: given.get((data / name).stat().st_ino) for name in FILES} == dict.fromkeys(
        FILES, owner
    )
    assert set(given.values()) == {owner}


def test_files_that_another_account_makes_stay_its_own(kept, given, monkeypatch, tmp_path):
    monkeypatch.setattr(os, "geteuid", lambda: 1000)
    open_instance(Config(tmp_path / "instance")).close()
    assert given == {}
