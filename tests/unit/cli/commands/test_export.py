"""survey export: byte for byte what the dashboard downloads, hidden when that is."""

import errno
import json
import os

import pytest
from passwords import PASSWORD
from states import STORED

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.web.accounts.sign_in import make_sign_in_link
from survey.wire.signed_note import read_signed_statement
from survey.wire.stating import sign_missing_statements

DOWNLOADS = {
    "json": "results.json",
    "csv": "reports.csv",
    "estimates-csv": "estimates.csv",
    "xlsx": "results.xlsx",
    "parquet": "reports.parquet",
}


@pytest.fixture
def dashboard(app, store):
    """What the signed-in instructor downloads: the bytes at a path below the survey."""
    app.config["WTF_CSRF_ENABLED"] = False
    client = app.test_client()
    form = {"password": PASSWORD, "again": PASSWORD}
    assert client.post(make_sign_in_link(store), data=form).status_code == 302
    return lambda name: client.get(f"/surveys/bcd234/{name}")


@pytest.fixture
def responses(store, open_survey) -> list[tuple[int, ...]]:
    """Six responses to the survey with three questions."""
    reports = [(n % 2, n // 2 % 2, n // 4 % 2) for n in range(6)]
    for number, each in enumerate(reports):
        response = Response(open_survey.instrument.digest, f"{7 * number:032x}", each)
        store.responses.add("bcd234", response)
    return reports


@pytest.fixture
def export(survey_command, config):
    return lambda *arguments: survey_command("export", "bcd234", "--data", config.data, *arguments)


@pytest.mark.parametrize("confidence", ["90", "95", "99"])
@pytest.mark.parametrize("format_", DOWNLOADS)
def test_export_is_what_the_dashboard_downloads(export, dashboard, responses, format_, confidence):
    download = dashboard(f"{DOWNLOADS[format_]}?confidence={confidence}")
    assert download.status_code == 200
    outcome = export("--format", format_, "--confidence", f"0.{confidence}")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.raw == download.data


@pytest.mark.parametrize("format_", DOWNLOADS)
def test_of_a_closed_survey_both_carry_what_was_stated(
    export, dashboard, responses, app, store, format_
):
    open_file = export("--format", format_).raw
    store.surveys.set_state("bcd234", State.CLOSED)
    sign_missing_statements(store, app.extensions["signing_key"])
    assert export("--format", format_).raw == dashboard(DOWNLOADS[format_]).data != open_file


def test_what_is_exported_of_a_closed_survey_verifies(
    export, survey_command, responses, app, store, tmp_path
):
    key = app.extensions["signing_key"]
    store.surveys.set_state("bcd234", State.CLOSED)
    sign_missing_statements(store, key)
    root = read_signed_statement(store.surveys.statements("bcd234")[0]).short_root
    file = tmp_path / "bcd234.json"
    export("--output", file)
    known = "--root", root, "--key", key.public.fingerprint
    outcome = survey_command("verify", file, "--receipt", f"{7:032x}", *known)
    assert outcome.code == 0
    assert f"Stated at closing 1, root {root}" in outcome.out


@pytest.mark.parametrize("format_", ["json", "estimates-csv", "xlsx"])
def test_control_another_confidence_is_another_file(export, dashboard, responses, format_):
    download = dashboard(f"{DOWNLOADS[format_]}?confidence=99")
    assert export("--format", format_).raw != download.data


@pytest.mark.parametrize("format_", DOWNLOADS)
def test_output_to_a_file_has_the_same_bytes(export, responses, tmp_path, format_):
    path = tmp_path / "out"
    assert export("--format", format_, "--output", path).out == ""
    assert path.read_bytes() == export("--format", format_).raw


def test_json_with_every_report_is_the_default(export, open_survey, responses):
    document = json.loads(export().out)
    assert document["confidence"] == 0.95
    assert document["instrument_sha256"] == open_survey.instrument.digest
    assert [tuple(each["reports"]) for each in document["reports"]] == responses


@pytest.mark.parametrize("format_", DOWNLOADS)
def test_too_few_responses_are_refused_as_on_the_dashboard(
    export, dashboard, responses, store, tmp_path, format_
):
    store.surveys.set_sharing("bcd234", False, 7)
    path = tmp_path / "out"
    outcome = export("--format", format_, "--output", path)
    refused = dashboard(DOWNLOADS[format_])
    assert refused.status_code == 403
    assert outcome.code == 1
    assert outcome.err == "Error: Results are hidden until 7 responses have come.\n"
    assert outcome.err.removeprefix("Error: ").strip() in refused.text
    assert not path.exists()
    store.surveys.set_sharing("bcd234", False, 6)
    assert export("--format", format_).code == 0


def test_a_draft_has_nothing_to_export(survey_command, config, store, instrument):
    store.surveys.add(Survey("drf234", instrument, State.DRAFT))
    outcome = survey_command("export", "drf234", "--data", config.data)
    assert (outcome.code, outcome.out) == (1, "")
    assert "hidden until 5 responses" in outcome.err


@pytest.mark.parametrize("confidence", ["0", "1", "95", "high"])
def test_an_impossible_confidence_is_wrong_usage(export, responses, confidence):
    outcome = export("--confidence", confidence)
    assert (outcome.code, outcome.out) == (2, "")


def test_an_output_that_cannot_be_written_is_one_sentence(export, responses, tmp_path):
    outcome = export("--output", tmp_path / "no" / "such" / "folder")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.endswith("No such file or directory.\n")
    assert outcome.err.count("\n") == 1


def test_a_full_disk_leaves_the_former_file_and_no_other(export, responses, tmp_path, monkeypatch):
    file = tmp_path / "reports.json"
    file.write_text("former")

    def full(*names):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    outcome = export("--output", file)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"Error: {file}: No space left on device.\n"
    assert [each.read_text() for each in tmp_path.glob("reports*")] == ["former"]


def test_a_private_file_stays_private_and_a_link_a_link(export, responses, tmp_path):
    file, link = tmp_path / "reports.json", tmp_path / "link"
    file.touch(0o600)
    link.symlink_to(file)
    assert export("--output", link).code == 0
    assert json.loads(file.read_text()) and link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o600


def test_a_device_is_written_as_it_is(export, responses):
    outcome = export("--output", "/dev/full")
    assert outcome.code == 1
    assert "No space left on device" in outcome.err


def test_a_damaged_database_is_one_sentence(survey_command, tmp_path):
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / "survey.db").write_bytes(b"no database " * 1000)
    outcome = survey_command("export", "bcd234", "--data", folder)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == (
        "Error: The database file is not a SQLite database. Restore it from a backup.\n"
    )


@pytest.mark.parametrize("format_", ["xlsx", "parquet"])
def test_a_terminal_is_not_filled_with_binary(export, responses, monkeypatch, format_):
    monkeypatch.setattr("sys.stdout.isatty", lambda: True)
    outcome = export("--format", format_)
    assert (outcome.code, outcome.raw) == (2, b"")
    assert f"A terminal cannot show {format_}: name a file with --output FILE." in outcome.err
    assert export("--format", "csv").code == 0


@pytest.mark.parametrize("state", STORED)
@pytest.mark.parametrize("kind", ["csv", "json"])
def test_codebook_is_there_before_any_response_and_as_the_web_has_it(
    survey_command, config, store, respondent, instrument, kind, state
):
    store.surveys.add(Survey("cdb234", instrument, state))
    outcome = survey_command(
        "export", "cdb234", "--data", config.data, "--format", f"codebook-{kind}"
    )
    assert (outcome.code, outcome.err) == (0, "")
    public = respondent.get(f"/s/cdb234/codebook.{kind}")
    if state is State.DRAFT:
        assert public.status_code == 404
    else:
        assert outcome.raw == public.data


def test_parquet_without_pyarrow_says_how_to_install_it(export, responses, tmp_path, monkeypatch):
    monkeypatch.setattr("survey.exports.parquet.find_spec", lambda name: None)
    outcome = export("--format", "parquet", "--output", tmp_path / "out")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "Error: Parquet needs pyarrow: pip install pyarrow.\n"
    assert not (tmp_path / "out").exists()


def test_one_response_that_is_missing_is_counted_as_one(export, store, open_survey):
    store.surveys.set_sharing("bcd234", False, 1)
    assert export().err == "Error: Results are hidden until 1 response has come.\n"


def test_a_folder_in_the_place_of_a_file_is_refused_as_by_other_commands(
    survey_command, config, open_survey, tmp_path
):
    folder = tmp_path / "published"
    folder.mkdir()
    refused = [
        survey_command("export", "bcd234", "--data", config.data, "--output", folder),
        survey_command("client", "--output", folder),
    ]
    assert [each.code for each in refused] == [2, 2]
    last = {each.err.splitlines()[-1] for each in refused}
    assert last == {f"Error: Invalid value for '--output': File '{folder}' is a directory."}
    assert list(folder.iterdir()) == []
