"""One server a folder: a second one, and a restore beside it, are told."""

from contextlib import closing

import pytest
from contract_survey import INSTRUMENT, response
from served import Client, served

from survey.app.configuration import Config
from survey.app.instance_folder import claimed_folder, open_instance
from survey.errors import ConfigError
from survey.store import State, Survey


@pytest.fixture
def data(tmp_path):
    return tmp_path / "instance"


def test_a_second_server_on_the_folder_is_told(survey_command, data, free_port):
    with served(data, free_port, None):
        outcome = survey_command("serve", "--data", data, "--port", free_port + 1)
        assert outcome.code == 1
        assert f"The app runs on the folder {data} already." in outcome.err
        assert outcome.out == ""


def test_a_restore_beside_a_running_server_is_told(survey_command, data, tmp_path, free_port):
    kept = tmp_path / "kept.db"
    with served(data, free_port, None) as server:
        assert survey_command("backup", kept, "--data", data).code == 0
        refused = survey_command("restore", kept, "--replace", "--data", data)
        assert refused.code == 1
        assert "Stop the app first" in refused.err
        assert server.stop() == 0
    assert survey_command("restore", kept, "--replace", "--data", data).code == 0


def test_a_server_that_is_stopped_leaves_no_log(data, free_port):
    with closing(open_instance(Config(data))) as store:
        store.surveys.add(Survey("open34", INSTRUMENT, State.OPEN))
    with served(data, free_port, None) as server, closing(Client(free_port, "open34")) as client:
        for number in range(20):
            assert client.send(response(number)) == 201
        assert server.stop() == 0
    assert {file.name for file in data.iterdir()} == {"survey.db", "secret", "signing_key"}
    assert f"{19:032x}".encode() in (data / "survey.db").read_bytes()


def test_a_folder_is_free_again_once_its_server_has_ended(data):
    open_instance(Config(data)).close()
    with (
        claimed_folder(Config(data)),
        pytest.raises(ConfigError, match="already"),
        claimed_folder(Config(data)),
    ):
        raise AssertionError
    with claimed_folder(Config(data)):
        pass


def test_a_start_that_fails_leaves_no_folder(data):
    with pytest.raises(RuntimeError), claimed_folder(Config(data)):
        raise RuntimeError
    assert not data.exists()


def test_too_few_files_are_told(survey_command, data, free_port, monkeypatch):
    monkeypatch.setattr("survey.app.server.most_open_files", lambda: 20)
    outcome = survey_command("serve", "--data", data, "--port", free_port)
    assert outcome.code == 1
    assert "Only 20 files may be open at once, and the app needs 64 to start." in outcome.err
    assert not data.exists()


def test_a_folder_that_is_copied_elsewhere_is_warned_of(survey_command, tmp_path, free_port):
    data = tmp_path / "Dropbox" / "instance"
    with served(data, free_port, None) as server:
        assert "is in a folder that Dropbox copies to other machines" in server.printed()
    outcome = survey_command("doctor", "--data", data, "--port", free_port)
    assert outcome.code == 1
    assert "is in a folder that Dropbox copies" in outcome.out
