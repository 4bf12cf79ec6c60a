"""survey tokens, and the commands that send one along."""

import csv
import errno
import io
import os
import re
import stat

import click
import pytest

from survey.cli.commands import tokens as tokens_module
from survey.errors import StoreUnavailable
from survey.store import TokenCounts


@pytest.fixture
def issued(survey_command, config, open_survey, app, tmp_path):
    """Issues tokens by the command, with the app's own key; gives its outcome."""

    def issue(*arguments):
        return survey_command("tokens", "bcd234", "--data", config.data, *arguments)

    return issue


def test_csv_goes_to_stdout_and_the_address_is_named_beside_it(issued, store):
    outcome = issued("--count", 4)
    assert outcome.code == 0
    rows = list(csv.DictReader(outcome.out.splitlines()))
    assert len(rows) == 4
    assert re.fullmatch(r"http://[\d.]+:8000/s/bcd234#q=\w{52}&k=\w{24}&t=\w{30}", rows[0]["link"])
    assert "give --url" in outcome.err
    assert store.surveys.token_counts("bcd234") == TokenCounts(4, 0)


def test_links_lead_to_a_client_that_somebody_else_holds(issued):
    held = "https://union.example/deniable.html"
    outcome = issued("--count", 1, "--url", "https://s.example.org", "--client-at", held)
    assert f"{held}#s=https://s.example.org/s/bcd234&q=" in outcome.out
    outcome = issued("--count", 1, "--client-at", "union.example")
    assert outcome.code == 2
    assert "must be a page such as https://union.example/deniable.html" in outcome.err


def test_html_is_one_file_that_needs_nothing_beside_it(issued, tmp_path):
    file = tmp_path / "slips.html"
    outcome = issued(
        "--count", 2, "--format", "html", "--url", "https://s.example.org", "--output", file
    )
    assert (outcome.code, outcome.out, outcome.err) == (0, "", "")
    text = file.read_text()
    assert text.count("<svg") == 2
    assert "https://s.example.org<wbr>" in text
    assert "<style>" in text
    assert not re.search(r'(src|href)="', text)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [
        (["--count", 0], 2, "1<=x<=2000"),
        (["--count", 2001], 2, "1<=x<=2000"),
        (["--count", 3, "--url", "s.example.org"], 2, "--url must be an address"),
        (["--count", 3, "--output", "no/such/folder.csv"], 1, "No such file"),
    ],
)
def test_what_cannot_be_written_issues_nothing(issued, store, arguments, code, sentence):
    outcome = issued(*arguments)
    assert outcome.code == code
    assert sentence in outcome.err
    assert store.surveys.token_counts("bcd234") == TokenCounts(0, 0)


@pytest.mark.parametrize("written", ["BCD 234", "bcd-234", "http://s.example/s/bcd234#q=1"])
def test_a_code_is_found_as_it_is_shown_or_pasted(survey_command, issued, config, store, written):
    assert survey_command("tokens", written, "--data", config.data, "--count", 1).code == 0
    assert store.surveys.token_counts("bcd234") == TokenCounts(1, 0)


def test_unknown_survey_is_said_in_a_sentence(survey_command, issued, config):
    outcome = survey_command("tokens", "zzz999", "--data", config.data, "--count", 1)
    assert (outcome.code, outcome.out) == (1, "")
    assert "no survey with this code" in outcome.err
    assert "give --url" not in outcome.err  # for links that there are


def test_tokens_in_a_file_are_kept(issued, store, tmp_path):
    file = tmp_path / "slips.csv"
    assert issued("--count", 2, "--output", file).code == 0
    assert stat.S_IMODE(file.stat().st_mode) == 0o600  # who reads it can answer with them
    before = file.read_bytes()
    again = issued("--count", 2, "--output", file)
    assert again.code == 1
    assert f"{file} exists already. Name another file, or delete it first." in again.err
    assert file.read_bytes() == before
    assert store.surveys.token_counts("bcd234") == TokenCounts(2, 0)


def test_a_refusal_leaves_no_file(survey_command, issued, config, tmp_path):
    file = tmp_path / "slips.csv"
    command = ["tokens", "zzz999", "--data", config.data, "--count", 1, "--output", file]
    assert survey_command(*command).code == 1
    assert not file.exists()


@pytest.fixture
def links(issued) -> list[str]:
    outcome = issued("--count", 12)
    return [row["link"] for row in csv.DictReader(outcome.out.splitlines())]


def test_answer_sends_the_token_of_the_link_and_keeps_it_nowhere(
    survey_command, url, links, state, typing, store
):
    _, _, carried = links[0].partition("#")
    token = carried.partition("&t=")[2]
    typing("y", "n", "y")
    outcome = survey_command("answer", f"{url}#{carried}")
    assert outcome.code == 0, outcome.err
    assert "Compare all six groups" not in outcome.out  # the link has the whole digest
    assert store.surveys.token_counts("bcd234") == TokenCounts(12, 1)
    (memory,) = state.iterdir()
    assert token not in memory.read_text()


def test_answer_with_a_wrong_token_sends_the_same_reports_with_the_right_one(
    survey_command, url, links, state, typing, store, watched
):
    typing("y", "n", "y")
    assert "type the token" in survey_command("answer", url).err
    refused = survey_command("answer", url, "--token", "wrong")
    assert refused.code == 1
    assert "not known here" in refused.err
    right = survey_command("answer", url, "--token", links[0].partition("&t=")[2])
    assert right.code == 0
    assert store.responses.tally("bcd234").responses == 1
    bodies = [body for method, *_, body in map(tuple, watched.requests) if method == "POST"]
    sent = [found for body in bodies if (found := re.search(rb'"reports":\[[^]]*\]', body))]
    assert len({found[0] for found in sent}) == 1


def test_simulate_spends_a_token_a_respondent(survey_command, url, issued, tmp_path, store):
    file = tmp_path / "tokens.csv"
    assert issued("--count", 30, "--output", file).code == 0
    outcome = survey_command(
        "simulate", "--yes", url, "--respondents", 25, "--truth", 0.3, "--tokens", file
    )
    assert outcome.code == 0, outcome.err
    assert store.surveys.token_counts("bcd234") == TokenCounts(30, 25)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        ("token,link\na,b\n", "1 tokens, which is fewer than 5"),
        ("a,b\n1,2\n", "no column"),
        (b"\xff\xfe", "no column"),
    ],
)
def test_token_file_that_does_not_do_is_said(survey_command, url, file, content, sentence):
    path = file(content)
    outcome = survey_command(
        "simulate", "--yes", url, "--respondents", 5, "--truth", 0.3, "--tokens", path
    )
    assert outcome.code == 1
    assert sentence in outcome.err


@pytest.mark.parametrize("failing", ["write", "flush"])
def test_tokens_that_a_full_disk_did_not_take_are_not_issued(
    issued, store, tmp_path, monkeypatch, failing
):
    file = tmp_path / "slips.csv"

    class FullDisk(io.FileIO):
        def fail(self, *arguments):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    setattr(FullDisk, failing, FullDisk.fail)
    monkeypatch.setattr(click, "open_file", FullDisk)
    outcome = issued("--count", 2, "--output", file)
    monkeypatch.undo()
    assert outcome.code == 1
    assert f"Error: {file}: No space left on device." in outcome.err
    assert not file.exists()
    assert store.surveys.token_counts("bcd234") == TokenCounts(0, 0)
    assert issued("--count", 2, "--output", file).code == 0


def test_tokens_to_a_device_that_takes_none_are_not_issued(issued, store):
    outcome = issued("--count", 2, "--output", "/dev/full")
    assert outcome.code == 1
    assert "Error: /dev/full: No space left on device." in outcome.err
    assert store.surveys.token_counts("bcd234") == TokenCounts(0, 0)


def test_a_hyphen_is_standard_output(issued, store, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    outcome = issued("--count", 2, "--output", "-")
    assert (outcome.code, outcome.out.count("\n")) == (0, 3)
    assert not (tmp_path / "-").exists()
    assert store.surveys.token_counts("bcd234") == TokenCounts(2, 0)


def test_tokens_that_do_not_count_are_in_no_file(issued, store, tmp_path, monkeypatch):
    file = tmp_path / "slips.csv"

    def busy(*arguments):
        raise StoreUnavailable("The database is busy.")

    monkeypatch.setattr(tokens_module, "count_as_issued", busy)
    assert issued("--count", 2, "--output", file).code == 1
    assert not file.exists()
