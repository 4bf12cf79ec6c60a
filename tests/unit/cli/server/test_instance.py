"""survey create, export, sign-in-link and serve on an instance folder."""

import json
import os
import re
import socket
import stat
import subprocess
import sys
import time
import urllib.error
import urllib.request

import pytest
from checkups import bytes_of
from instruments import make_withdrawn_instrument
from patience import PATIENCE

from survey.app import create_app
from survey.app.configuration import Config
from survey.core.responses.response import Response
from survey.errors import StoreUnavailable
from survey.store import State, Survey
from survey.store.sqlite.engine import SQLiteStore

TOML = 'title = "After the final"\n[[questions]]\ntext = "Did you cheat?"\n'


@pytest.fixture
def data(tmp_path):
    return tmp_path / "instance"


@pytest.fixture
def toml(tmp_path):
    path = tmp_path / "final.toml"
    path.write_text(TOML)
    return path


@pytest.fixture
def code(survey_command, toml, data) -> str:
    """The code of a survey with six responses."""
    outcome = survey_command("create", toml, "--data", data, "--publish", "--format", "json")
    document = json.loads(outcome.out)
    store = SQLiteStore(data / "survey.db")
    for number in range(6):
        response = Response(document["instrument"], f"{number:032x}", (number % 2,))
        store.responses.add(document["code"], response)
    store.close()
    return document["code"]


def test_create_makes_the_instance_and_a_draft(survey_command, toml, data):
    outcome = survey_command("create", toml, "--data", data)
    assert outcome.code == 0
    assert "After the final (draft)" in outcome.out
    assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    assert stat.S_IMODE(data.stat().st_mode) == 0o700


def test_create_lists_every_fault_by_field(survey_command, toml, data):
    toml.write_text('title = ""\nclass_size = 0\n[[questions]]\ntext = "Q?"\ngamma = 0.5\n')
    outcome = survey_command("create", toml, "--data", data)
    assert outcome.code == 1
    for field in ("title: ", "class_size: ", "questions.1.gamma: "):
        assert field in outcome.err
    assert not data.exists()


@pytest.mark.parametrize("content", [b"title =", b"\xff\xfe\x00", b""])
def test_create_refuses_what_is_no_questionnaire(survey_command, toml, data, content):
    toml.write_bytes(content)
    outcome = survey_command("create", toml, "--data", data)
    assert outcome.code == 1
    assert outcome.err.startswith("Error: ")


def test_export_and_estimate_agree(survey_command, code, data, tmp_path):
    everything = json.loads(survey_command("export", code, "--data", data).out)
    reports = tmp_path / "reports.csv"
    survey_command("export", code, "--data", data, "--format", "csv", "--output", reports)
    estimated = json.loads(
        survey_command("estimate", reports, "--interval", "all", "--format", "json").out
    )
    ours, theirs = everything["questions"][0], estimated["questions"][0]
    for key in ("respondents", "reported_yes", "estimate", "epsilon", "intervals"):
        assert ours[key] == theirs[key]
    table = survey_command("export", code, "--data", data, "--format", "estimates-csv").out
    assert "q1,share,,6,3,0.5,1/4" in table


def test_export_is_hidden_below_the_threshold(survey_command, code, data):
    store = SQLiteStore(data / "survey.db")
    store.surveys.set_sharing(code, False, 7)
    store.close()
    outcome = survey_command("export", code, "--data", data)
    assert (outcome.code, outcome.out) == (1, "")
    assert "hidden until 7 responses" in outcome.err


def test_export_of_nothing_is_said(survey_command, code, data, tmp_path):
    assert "no survey with this code" in survey_command("export", "nosuch", "--data", data).err
    outcome = survey_command("export", code, "--data", tmp_path / "elsewhere")
    assert outcome.code == 1
    assert "no survey data" in outcome.err
    assert not (tmp_path / "elsewhere").exists()


@pytest.mark.parametrize(
    "command",
    [
        ["sign-in-link"],
        ["instructors", "add", "ada"],
        ["instructors", "list"],
        ["instructors", "password", "instructor"],
        ["instructors", "remove", "instructor", "--yes"],
        ["tokens", "bcd234", "--count", "1"],
        ["export", "bcd234"],
        ["collect", os.devnull],
        ["backup", "kept.db"],
        ["backup", "--keys", "kept.keys"],
        ["rescue", "read.db"],
        ["replace-key"],
        ["create", "--ready-made", "study-load", "--instructor", "instructor"],
    ],
    ids=lambda command: "-".join(command[:2]),
)
def test_misspelt_folder_is_not_made(survey_command, data, tmp_path, monkeypatch, command):
    monkeypatch.chdir(tmp_path)
    outcome = survey_command(*command, "--data", data)
    assert (outcome.code, outcome.out) == (1, "")
    assert f"There is no survey data in {data}. Name the folder" in outcome.err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    "command", [["serve"], ["create", "--ready-made", "study-load"], ["doctor"]]
)
def test_empty_folder_is_not_the_current_one(survey_command, tmp_path, monkeypatch, command):
    """A shell gives "" for a variable that is not set."""
    monkeypatch.chdir(tmp_path)
    outcome = survey_command(*command, "--data", "")
    assert (outcome.code, outcome.out) == (2, "")
    assert "'--data': the name is empty." in outcome.err
    assert list(tmp_path.iterdir()) == []


def test_create_says_that_it_made_a_new_instance(survey_command, toml, data):
    first, second = (survey_command("create", toml, "--data", data) for _ in range(2))
    assert f"There was no survey data in {data}: a new instance is there now." in first.err
    assert second.err == ""


def test_sign_in_link_is_a_new_one_each_time(survey_command, toml, data):
    survey_command("create", toml, "--data", data)
    first, second = (survey_command("sign-in-link", "--data", data).out for _ in range(2))
    assert first.startswith("http://127.0.0.1:8000/sign-in/")
    assert first != second


def serve(data, port, *more) -> subprocess.Popen:
    command = [sys.executable, "-m", "survey", "serve", "--data", data, "--port", port, *more]
    return subprocess.Popen(
        [str(part) for part in command],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd="/",
    )


def refusal(data, port, *more, code: int = 1) -> str:
    """What a server says that refuses to start."""
    process = serve(data, port, *more)
    out, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == code
    assert "Traceback" not in out + err
    return err


def test_first_start_prints_one_link_that_works(data, free_port):
    process = serve(data, free_port)
    try:
        printed = "".join(process.stdout.readline() for _ in range(4))
        (link,) = re.findall(r"http\S+/sign-in/\S+", printed)
        deadline = time.monotonic() + PATIENCE
        while True:
            try:
                page = urllib.request.urlopen(link, timeout=PATIENCE).read().decode()
                break
            except urllib.error.URLError:
                assert time.monotonic() < deadline
                time.sleep(0.05)
        assert "Choose your password" in page
        assert stat.S_IMODE((data / "secret").stat().st_mode) == 0o600
    finally:
        process.terminate()
        process.communicate(timeout=PATIENCE)
    assert process.returncode == 0


def test_busy_port_is_said(data, free_port):
    with socket.socket() as other:
        other.bind(("127.0.0.1", free_port))
        other.listen()
        assert "Choose another with --port" in refusal(data, free_port)


def test_corrupt_database_is_said(survey_command, code, data, free_port):
    (data / "survey.db").write_bytes(b"no database " * 1000)
    assert "not a SQLite database" in refusal(data, free_port)


def test_secret_that_others_can_read_is_refused(survey_command, code, data, free_port):
    (data / "secret").chmod(0o644)
    assert "chmod 600" in refusal(data, free_port)


def test_damaged_secret_is_refused(survey_command, code, data, free_port):
    (data / "secret").write_text("short")
    assert "is damaged" in refusal(data, free_port)


def test_folder_that_is_a_file_is_refused(tmp_path, free_port):
    path = tmp_path / "file"
    path.touch()
    process = serve(path, free_port)
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == 2
    assert "is a file" in err


def test_folder_that_cannot_be_made_is_refused(tmp_path, free_port):
    blocker = tmp_path / "file"
    blocker.touch()
    assert "cannot be used" in refusal(blocker / "below", free_port)


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("url", "why"),
    [
        ("survey.example.org", "--url must be"),
        ("ftp://x", "--url must be"),
        ("https://x/?a=1", "--url must name a whole host"),
        ("https://x/polls", "--url must name a whole host"),
    ],
)
def test_impossible_public_address_is_refused(data, free_port, url, why):
    assert why in refusal(data, free_port, "--url", url, code=2)


def test_unwritable_database_is_said(survey_command, code, data, free_port):
    (data / "survey.db").chmod(0o400)
    if os.geteuid() == 0:
        # root may write to anything: a folder in the file's place has the same effect
        (data / "survey.db").unlink()
        (data / "survey.db").mkdir()
    assert re.search("cannot be (opened|written|used)", refusal(data, free_port))


def test_no_start_with_answers_that_are_not_randomized(survey_command, data, code, free_port):
    """Whoever upgrades is told which surveys these are, and loses nothing."""
    store = SQLiteStore(data / "survey.db")
    store.surveys.add(Survey("opn234", make_withdrawn_instrument("Year by year"), State.CLOSED))
    store.close()
    before = bytes_of(data)
    outcome = survey_command("serve", "--data", data, "--port", free_port)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == (
        "Error: This release stores no answer that is not randomized, and these surveys hold "
        "some: “Year by year” (opn234). Nothing was changed. Install release 0.1.0 again, write "
        "each to a file (survey export CODE --output CODE.json) and delete it on its page "
        "(/surveys/CODE/delete); then start this release.\n"
    )
    with pytest.raises(StoreUnavailable, match="Year by year"):
        create_app(Config(data))
    assert bytes_of(data) == before
