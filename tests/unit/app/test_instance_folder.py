"""The instance folder: made at first start, and shut to others."""

import os
import re
import stat

import pytest

from survey.app.instance_folder import prepare_instance, prepare_signing_key
from survey.errors import ConfigError


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_first_start_makes_folder_and_secret_for_the_owner_only(tmp_path):
    folder = tmp_path / "deep" / "instance"
    secret = prepare_instance(folder)
    assert re.fullmatch("[0-9a-f]{64}", secret)  # 256 bits
    assert mode(folder) == 0o700
    assert mode(folder / "secret") == 0o600
    assert [path.name for path in folder.iterdir()] == ["secret"]


@pytest.fixture
def nothing_masked():
    former = os.umask(0)
    yield
    os.umask(former)


def test_every_folder_that_is_made_is_for_the_owner_only(tmp_path, nothing_masked):
    """Whatever the process takes away from others by itself."""
    prepare_instance(tmp_path / "a" / "b" / "instance")
    made = [tmp_path / "a", tmp_path / "a" / "b", tmp_path / "a" / "b" / "instance"]
    assert [mode(folder) for folder in made] == [0o700] * 3


@pytest.mark.parametrize("open_to", [0o777, 0o770, 0o702])
def test_folder_that_others_can_change_is_refused(tmp_path, open_to):
    tmp_path.chmod(open_to)
    with pytest.raises(ConfigError, match=f"can change.*Run: chmod 700 {tmp_path}$"):
        prepare_instance(tmp_path)
    assert list(tmp_path.iterdir()) == []
    tmp_path.chmod(0o755)  # whoever looks in sees names, and no more
    prepare_instance(tmp_path)


@pytest.mark.parametrize("open_to", [0o666, 0o640, 0o604, 0o602])
def test_database_that_others_can_open_is_refused(tmp_path, open_to):
    database = tmp_path / "survey.db"
    database.touch()
    database.chmod(open_to)
    with pytest.raises(ConfigError, match=f"can open.*Run: chmod 600 {database}$"):
        prepare_instance(tmp_path)
    database.chmod(0o600)
    prepare_instance(tmp_path)


def test_first_start_has_the_secret_on_disk_with_its_name(tmp_path, monkeypatch):
    """Another secret after a power cut would make every slip handed out meanwhile unknown."""
    flushed, fsync = [], os.fsync

    def note(descriptor: int) -> None:
        flushed.append(os.readlink(f"/proc/self/fd/{descriptor}"))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    prepare_instance(tmp_path / "instance")
    draft, folder = flushed
    assert draft.startswith(f"{tmp_path}/instance/secret.")
    assert folder == f"{tmp_path}/instance"


def test_permissions_do_not_depend_on_the_umask(tmp_path):
    former = os.umask(0)
    try:
        prepare_instance(tmp_path / "instance")
    finally:
        os.umask(former)
    assert mode(tmp_path / "instance") == 0o700
    assert mode(tmp_path / "instance" / "secret") == 0o600


def test_later_start_keeps_the_secret(tmp_path):
    assert prepare_instance(tmp_path) == prepare_instance(tmp_path)


def test_each_instance_has_a_secret_of_its_own(tmp_path):
    assert prepare_instance(tmp_path / "a") != prepare_instance(tmp_path / "b")


@pytest.mark.parametrize("readable", [0o644, 0o640, 0o604, 0o660, 0o610])
def test_secret_that_others_can_read_is_refused(tmp_path, readable):
    prepare_instance(tmp_path)
    (tmp_path / "secret").chmod(readable)
    with pytest.raises(ConfigError, match="can be read by others. Run: chmod 600") as refused:
        prepare_instance(tmp_path)
    (tmp_path / "secret").chmod(0o600)
    assert prepare_instance(tmp_path) not in refused.value.message


@pytest.mark.parametrize("content", [b"", b"short", b"x" * 31, b" " * 64])
def test_damaged_secret_is_refused(tmp_path, content):
    prepare_instance(tmp_path)
    (tmp_path / "secret").write_bytes(content)
    with pytest.raises(ConfigError, match="is damaged"):
        prepare_instance(tmp_path)


def test_secret_saved_by_an_editor_is_read_without_its_line_break(tmp_path):
    secret = prepare_instance(tmp_path)
    (tmp_path / "secret").write_text(f"{secret}\n")
    assert prepare_instance(tmp_path) == secret


def test_folder_that_cannot_be_made_is_said(tmp_path):
    blocker = tmp_path / "file"
    blocker.touch()
    with pytest.raises(ConfigError, match="Give another with --data"):
        prepare_instance(blocker / "instance")


def test_secret_that_is_a_folder_is_said(tmp_path):
    (tmp_path / "secret").mkdir(mode=0o700)
    with pytest.raises(ConfigError, match="cannot be used"):
        prepare_instance(tmp_path)


def test_signing_key_is_made_once_for_the_owner_only(tmp_path):
    key = prepare_signing_key(tmp_path)
    assert mode(tmp_path / "signing_key") == 0o600
    assert prepare_signing_key(tmp_path) == key


def test_each_instance_has_a_signing_key_of_its_own(tmp_path):
    prepare_instance(tmp_path / "a")
    assert prepare_signing_key(tmp_path) != prepare_signing_key(tmp_path / "a")


@pytest.mark.parametrize("readable", [0o644, 0o640, 0o604])
def test_signing_key_that_others_can_read_is_refused(tmp_path, readable):
    prepare_signing_key(tmp_path)
    (tmp_path / "signing_key").chmod(readable)
    with pytest.raises(ConfigError, match="sign in this server's name. Run: chmod 600"):
        prepare_signing_key(tmp_path)


@pytest.mark.parametrize("content", [b"", b"short", b"z" * 64, b"0" * 63, b"\xff" * 64])
def test_damaged_signing_key_is_refused(tmp_path, content):
    prepare_signing_key(tmp_path)
    (tmp_path / "signing_key").write_bytes(content)
    with pytest.raises(ConfigError, match="is damaged") as refused:
        prepare_signing_key(tmp_path)
    assert "short" not in refused.value.message


def test_signing_key_that_is_a_folder_is_said(tmp_path):
    (tmp_path / "signing_key").mkdir(mode=0o700)
    with pytest.raises(ConfigError, match="cannot be used"):
        prepare_signing_key(tmp_path)
