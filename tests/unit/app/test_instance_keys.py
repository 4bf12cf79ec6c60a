"""A database belongs to the keys that it was first started with, or it is not started."""

import os
import re
import stat

import pytest

from survey.app import create_app
from survey.app.configuration import Config
from survey.app.instance_folder import open_instance, prepare_folder
from survey.app.instance_keys import KEY_FILES, make_keys, put_keys, secret_fingerprint
from survey.errors import ConfigError

SECRET, KEY = KEY_FILES


def mode(path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def names_in(folder) -> set[str]:
    return {path.name for path in folder.iterdir()}


def test_first_start_makes_both_for_the_owner_only(tmp_path):
    keys = make_keys(tmp_path)
    assert re.fullmatch("[0-9a-f]{64}", keys.secret)  # 256 bits
    assert names_in(tmp_path) == set(KEY_FILES)
    assert {mode(tmp_path / name) for name in KEY_FILES} == {0o600}
    assert make_keys(tmp_path) == keys


def test_permissions_do_not_depend_on_the_umask(tmp_path):
    former = os.umask(0)
    try:
        prepare_folder(tmp_path / "instance")
        make_keys(tmp_path / "instance")
    finally:
        os.umask(former)
    assert mode(tmp_path / "instance") == 0o700
    assert {mode(tmp_path / "instance" / name) for name in KEY_FILES} == {0o600}


def test_each_instance_has_keys_of_its_own(tmp_path):
    prepare_folder(tmp_path / "a")
    own, other = make_keys(tmp_path), make_keys(tmp_path / "a")
    assert own.secret != other.secret
    assert own.signing_key != other.signing_key
    assert own.secret not in repr(own)


def test_fingerprint_tells_secrets_apart_and_shows_nothing_of_one():
    first, second = (secret_fingerprint(each * 64) for each in "ab")
    assert first != second
    assert re.fullmatch("(?:[0-9A-Z]{4} ){5}[0-9A-Z]{4}", first)


def test_first_start_has_the_secret_on_disk_with_its_name(tmp_path, monkeypatch):
    """Another secret after a power cut would make every slip handed out meanwhile unknown."""
    flushed, fsync = [], os.fsync

    def note(descriptor: int) -> None:
        is_folder = stat.S_ISDIR(os.fstat(descriptor).st_mode)
        flushed.append((is_folder, sorted(os.listdir(tmp_path))))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", note)
    make_keys(tmp_path)
    # Each file before it has its name, and then the folder with the name.
    assert flushed == [
        (False, []), (True, [SECRET]), (False, [SECRET]), (True, [SECRET, KEY])
    ]  # fmt: skip


@pytest.mark.parametrize("name", KEY_FILES)
@pytest.mark.parametrize("readable", [0o644, 0o640, 0o604, 0o660, 0o610])
def test_what_others_can_read_is_refused(tmp_path, name, readable):
    keys = make_keys(tmp_path)
    (tmp_path / name).chmod(readable)
    with pytest.raises(ConfigError, match="can be read by others.*Run: chmod 600") as refused:
        make_keys(tmp_path)
    assert keys.secret not in refused.value.message
    (tmp_path / name).chmod(0o600)
    assert make_keys(tmp_path) == keys


@pytest.mark.parametrize(
    ("name", "content"),
    [(SECRET, b""), (SECRET, b"short"), (SECRET, b"x" * 31), (SECRET, b" " * 64),
     (KEY, b""), (KEY, b"short"), (KEY, b"z" * 64), (KEY, b"0" * 63), (KEY, b"\xff" * 64)],
)  # fmt: skip
def test_what_is_damaged_is_refused(tmp_path, name, content):
    make_keys(tmp_path)
    (tmp_path / name).write_bytes(content)
    with pytest.raises(ConfigError, match="is damaged") as refused:
        make_keys(tmp_path)
    assert "short" not in refused.value.message


@pytest.mark.parametrize("name", KEY_FILES)
def test_what_is_a_folder_is_said(tmp_path, name):
    (tmp_path / name).mkdir(mode=0o700)
    with pytest.raises(ConfigError, match="cannot be used"):
        make_keys(tmp_path)


def test_keys_saved_by_an_editor_are_read_without_their_line_break(tmp_path):
    keys = make_keys(tmp_path)
    for name in KEY_FILES:
        (tmp_path / name).write_text((tmp_path / name).read_text() + "\n")
    assert make_keys(tmp_path) == keys


def test_database_belongs_to_the_keys_of_the_first_start(config, store):
    app = create_app(config, store)
    keys = make_keys(config.data)
    assert (app.secret_key, app.extensions["signing_key"]) == (keys.secret, keys.signing_key)
    assert store.maintenance.keys() == keys.known
    assert create_app(config, store).secret_key == keys.secret


@pytest.mark.parametrize("missing", [[SECRET], [KEY], KEY_FILES])
def test_start_without_a_key_is_refused_and_makes_none(config, store, missing):
    keys = make_keys(config.data)
    create_app(config, store)
    for name in missing:
        (config.data / name).unlink()
    left = names_in(config.data)
    with pytest.raises(ConfigError, match="survey restore --keys FILE") as refused:
        create_app(config, store)
    said = refused.value.message
    assert names_in(config.data) == left
    assert (f"no {SECRET}" in said) == (SECRET in missing)
    assert ("no signing key" in said) == (KEY in missing)
    assert (keys.signing_key.public.fingerprint in said) == (KEY in missing)
    assert (secret_fingerprint(keys.secret) in said) == (SECRET in missing)


def test_start_with_other_keys_is_refused_until_the_first_are_there(config, store, tmp_path):
    create_app(config, store)
    elsewhere = Config(tmp_path / "elsewhere")
    elsewhere.data.mkdir()
    own, other = make_keys(config.data), make_keys(elsewhere.data)
    with pytest.raises(ConfigError, match="survey replace-key") as refused:
        create_app(elsewhere, store)
    for keys in (own, other):
        assert keys.signing_key.public.fingerprint in refused.value.message
        assert secret_fingerprint(keys.secret) in refused.value.message
    put_keys(elsewhere.data, own)
    assert make_keys(elsewhere.data) == own
    create_app(elsewhere, store)


@pytest.mark.parametrize("left", [b"", None])
def test_a_database_that_is_cut_to_nothing_is_no_first_start(config, left):
    """The signing key is made once there is a database: beside it, an empty one has lost all."""
    open_instance(config).close()
    config.database.unlink()
    if left is not None:
        config.database.write_bytes(left)
        config.database.chmod(0o600)
    before = names_in(config.data)
    with pytest.raises(ConfigError, match="is (empty|missing), though a signing key"):
        create_app(config)
    assert names_in(config.data) == before
    assert left is None or config.database.read_bytes() == b""


def test_a_first_start_that_was_killed_between_goes_on(config):
    """When the file was made and has no tables yet; and when the keys were made, but not kept."""
    prepare_folder(config.data)
    config.database.touch(0o600)
    open_instance(config).close()
    store = open_instance(config)
    store.database.write(lambda rows: rows.execute("DELETE FROM signing_key"))
    store.close()
    keys = make_keys(config.data)
    store = open_instance(config)
    assert store.maintenance.keys() == keys.known
    store.close()
