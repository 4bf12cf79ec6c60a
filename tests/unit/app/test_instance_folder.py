"""The instance folder: made at first start, and shut to others."""

import os
import stat

import pytest

from survey.app.instance_folder import prepare_folder
from survey.errors import ConfigError


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@pytest.fixture
def nothing_masked():
    former = os.umask(0)
    yield
    os.umask(former)


def test_every_folder_that_is_made_is_for_the_owner_only(tmp_path, nothing_masked):
    """Whatever the process takes away from others by itself."""
    prepare_folder(tmp_path / "a" / "b" / "instance")
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "instance"]
    assert [mode(folder) for folder in made] == [0o700] * 3


@pytest.mark.parametrize("open_to", [0o777, 0o770, 0o702])
def test_folder_that_others_can_change_is_refused(tmp_path, open_to):
    tmp_path.chmod(open_to)
    with pytest.raises(ConfigError, match=f"can change.*Run: chmod 700 {tmp_path}$"):
        prepare_folder(tmp_path)
    assert list(tmp_path.iterdir()) == []
    tmp_path.chmod(0o755)  # whoever looks in sees names, and no more
    prepare_folder(tmp_path)


@pytest.mark.parametrize("open_to", [0o666, 0o640, 0o604, 0o602])
def test_database_that_others_can_open_is_refused(tmp_path, open_to):
    database = tmp_path / "survey.db"
    database.touch()
    database.chmod(open_to)
    with pytest.raises(ConfigError, match=f"can open.*Run: chmod 600 {database}$"):
        prepare_folder(tmp_path)
    database.chmod(0o600)
    prepare_folder(tmp_path)


def test_folder_that_cannot_be_made_is_said(tmp_path):
    blocker = tmp_path / "file"
    blocker.touch()
    with pytest.raises(ConfigError, match="Give another with --data"):
        prepare_folder(blocker / "instance")
