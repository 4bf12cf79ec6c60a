"""The drill of a lost machine: backup and keys in another folder are the same server again.

And each thing that can be wrong or missing there is one sentence before anything listens.
"""

import http.client
import json
import shutil
import sqlite3
import stat
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from contract_survey import INSTRUMENT
from file_contents import COUNTERS
from patience import PATIENCE
from served import Served

from survey.app.configuration import Config
from survey.app.instance_folder import open_instance
from survey.app.instance_keys import KEY_FILES, make_keys
from survey.core.responses.response import Response
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey
from survey.store.maintenance.backup import back_up
from survey.wire.acknowledgement import signer_of
from survey.wire.stating import sign_missing_statements

CODE = "open34"


def survey_command(*arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "survey", *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE)


def said(*arguments: object) -> str:
    ran = survey_command(*arguments)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def sent(port: int, number: int, token: str) -> tuple[int, dict]:
    """The answer to a response with this token."""
    response = Response(INSTRUMENT.digest, f"{number:032x}", (1, 0), token)
    with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=PATIENCE)) as connection:
        connection.request(
            "POST", f"/s/{CODE}/responses", response.body(), {"Content-Type": "application/json"}
        )
        answer = connection.getresponse()
        return answer.status, json.loads(answer.read())


class Running:
    """`survey serve` on a folder."""

    def __init__(self, data: Path, port: int):
        self._server = Served(data, port, None)

    def __enter__(self) -> None:
        self._server.wait_until_it_answers()

    def __exit__(self, *_: object) -> None:
        self._server.end()


def make(data: Path) -> list[str]:
    """An instance with an open survey that takes tokens; the tokens."""
    tokens = draw_tokens(3)
    with closing(open_instance(Config(data))) as store:
        store.surveys.add(Survey(CODE, INSTRUMENT, State.OPEN))
        secret = make_keys(data).secret
        store.surveys.add_tokens(CODE, [hash_token(secret, token) for token in tokens])
    return tokens


@pytest.mark.exhaustive
def test_another_folder_is_the_same_server_again(tmp_path, free_port):
    lost, found, kept, keys = (
        tmp_path / name for name in ("lost", "found", "kept.db", "kept.keys")
    )
    tokens = make(lost)
    with Running(lost, free_port):
        status, before = sent(free_port, 1, tokens[0])
        assert status == 201
        said("backup", kept, "--data", lost)  # while it runs
        said("backup", "--keys", keys, "--data", lost)
    own = make_keys(lost)
    assert {stat.S_IMODE(file.stat().st_mode) for file in (kept, keys)} == {0o600}
    for secret in (own.secret, own.signing_key.seed):
        assert secret.encode() not in kept.read_bytes()  # a stolen backup signs nothing
        assert secret in keys.read_text()
    shutil.rmtree(lost)

    said("restore", kept, "--keys", keys, "--data", found)
    assert make_keys(found) == own
    assert "All is well." in said("doctor", "--data", found, "--port", free_port)
    with Running(found, free_port):
        assert sent(free_port, 1, tokens[0]) == (200, before | {"stored": "already"})
        status, after = sent(free_port, 2, tokens[1])
        assert (status, after["key"]) == (201, before["key"])
        assert sent(free_port, 3, tokens[1])[0] == 403  # spent
    response = Response(INSTRUMENT.digest, f"{2:032x}", (1, 0))
    assert signer_of(after, CODE, response) == own.signing_key.public

    with closing(open_instance(Config(found))) as store:
        assert store.responses.tally(CODE).responses == 2
        store.surveys.set_sharing(CODE, True, 1)
        store.surveys.set_state(CODE, State.CLOSED)
        sign_missing_statements(store, own.signing_key)
    exported = tmp_path / "results.json"
    said("export", CODE, "--data", found, "--output", exported)
    fingerprint = own.signing_key.public.fingerprint
    assert "Everything agrees." in said("verify", exported, "--key", fingerprint)


def remove(*names: str):
    return lambda data: [(data / name).unlink() for name in names]


def other(name: str):
    def put(data: Path) -> None:
        (data / name).write_text("ab" * 32)

    return put


def later(data: Path) -> None:
    with closing(sqlite3.connect(data / "survey.db")) as connection:
        connection.execute("INSERT INTO _sqlite_migrations (name) VALUES ('m999_later')")
        connection.commit()


def damage_last_page(data: Path) -> None:
    """Of a table that no start reads."""
    content = (data / "survey.db").read_bytes()
    (data / "survey.db").write_bytes(content[:-4096] + b"\xff" * 4096)


SECRET, KEY = KEY_FILES
WRONG = {
    "no key": (remove(KEY), "and {data} has no signing key. Bring both back with"),
    "no secret": (remove(SECRET), "and {data} has no secret. Bring both back with"),
    "neither": (remove(SECRET, KEY), "and {data} has no secret and no signing key."),
    "another key": (other(KEY), "The database belongs to the signing key {key}, and {data} has"),
    "another secret": (other(SECRET), "The database belongs to the secret "),
    "a later release": (later, "The database was made by a later release."),
    "a damaged page": (damage_last_page, "The database file is damaged."),
    "cut": (lambda data: (data / "survey.db").write_bytes(b""), "is empty, though a signing key"),
    "no database": (remove("survey.db"), "is missing, though a signing key"),
}
AT_ITS_OWN_LINE = {
    "no key": ["signing key"], "no secret": ["secret"], "neither": ["secret", "signing key"],
}  # fmt: skip


def kept_in(folder: Path) -> dict[str, bytes]:
    """Every file's bytes, but for how the database is written, which each start of a server says.

    It stands in two bytes of the header, and setting it is counted as a commit. Who may only read
    a file that has a log leaves an empty one, and its shared memory.
    """
    found = {path.name: bytearray(path.read_bytes()) for path in folder.iterdir()}
    assert not found.pop("survey.db-wal", None)
    found.pop("survey.db-shm", None)
    if database := found.get("survey.db"):  # one that was cut has no header
        for place in {18, 19} | COUNTERS:
            database[place] = 0
    return {name: bytes(content) for name, content in found.items()}


@pytest.mark.first_cell
@pytest.mark.parametrize("wrong", WRONG)
def test_what_is_wrong_there_is_said_before_anything_listens(tmp_path, free_port, wrong):
    data = tmp_path / "instance"
    make(data)
    fingerprint = make_keys(data).signing_key.public.fingerprint
    spoil, sentence = WRONG[wrong]
    spoil(data)
    before = kept_in(data)
    for command in ("serve", "doctor"):
        ran = survey_command(command, "--data", data, "--port", free_port)
        assert ran.returncode == 1
        if command == "serve":
            assert ran.stdout == ""
            assert ran.stderr.startswith("Error: ")
            assert ran.stderr.count("\n") == 1
            assert sentence.format(data=data, key=fingerprint) in ran.stderr
        else:
            for line in AT_ITS_OWN_LINE.get(wrong, ["database"]):
                assert f"fix   {line} " in ran.stdout
        assert kept_in(data) == before


def test_a_backup_without_its_keys_is_restored_only_where_that_is_said(tmp_path):
    lost, found, kept = tmp_path / "lost", tmp_path / "found", tmp_path / "kept.db"
    make(lost)
    back_up(lost / "survey.db", kept)
    refused = survey_command("restore", kept, "--data", found)
    assert refused.returncode == 1
    assert "--without-keys if it is lost: then slips with tokens that were handed" in refused.stderr
    assert not (found / "survey.db").exists()
    ran = survey_command("restore", kept, "--data", found, "--without-keys")
    assert ran.returncode == 0
    assert "Without the secret, slips with tokens that were handed out are unknown" in ran.stderr
    assert "Without the signing key, phones refuse links" in ran.stderr
    open_instance(Config(found)).close()
