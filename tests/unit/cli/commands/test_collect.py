"""survey collect: each line that was handed over is taken once, or refused in a sentence."""

import io
import json
import os
import pty
import subprocess
import sys
import tracemalloc

import pytest
from hypothesis import given
from hypothesis import strategies as st
from instruments import make_instrument
from live_server import serving
from tampered_responses import TAMPERINGS

from survey.cli.commands.collect import LONGEST_READ, MOST_TOLD, _lines
from survey.core.responses.handed_over import FORMAT, LARGEST_LINE
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.errors import StoreUnavailable
from survey.store import State, Survey, TokenCounts
from survey.store.sql.responses import SQLResponses

NEW = "1 new, 0 already there, 0 refused.\n"
ALREADY = "0 new, 1 already there, 0 refused.\n"
REFUSED = "0 new, 0 already there, 1 refused.\n"


@pytest.fixture
def good(open_survey):
    """A response to the open survey by its number; other fields by their names."""

    def make(number: int = 1, **changes) -> dict:
        response_id = f"{number:032x}"
        document = {"instrument": open_survey.instrument.digest, "response_id": response_id}
        return {**document, "reports": [0, 1, 0], **changes}

    return make


def line(response: dict, code: str = "bcd234") -> bytes:
    document = {"format": FORMAT, "code": code, "response": response}
    return json.dumps(document, separators=(",", ":")).encode()


@pytest.fixture
def collect(survey_command, config, app, file):
    """Collects a file of these bytes; the instance has the app's own secret."""

    def run(content: bytes, *arguments: object):
        return survey_command("collect", file(content), "--data", config.data, *arguments)

    return run


def kept(store) -> dict:
    return dict(store.responses.all("bcd234"))


def test_new_responses_are_stored_and_counted(collect, good, store):
    outcome = collect(line(good(1)) + b"\n" + line(good(2, reports=[1, 1, 1])) + b"\n")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out == "2 new, 0 already there, 0 refused.\n"
    assert kept(store) == {f"{1:032x}": (0, 1, 0), f"{2:032x}": (1, 1, 1)}
    assert store.responses.tally("bcd234").responses == 2


def test_a_second_run_counts_nothing_twice(collect, good, store):
    content = line(good(1)) + b"\n" + line(good(2)) + b"\n" + line(good(1))
    assert collect(content).out == "2 new, 1 already there, 0 refused.\n"
    again = collect(content)
    assert (again.code, again.out) == (0, "0 new, 3 already there, 0 refused.\n")
    assert store.responses.tally("bcd234").responses == 2


def test_blank_lines_line_ends_and_a_byte_order_mark_do_no_harm(collect, good):
    content = b"\xef\xbb\xbf" + line(good(1)) + b"\r\n\r\n  \n\t" + line(good(2)) + b" \r\n"
    assert collect(content).out == "2 new, 0 already there, 0 refused.\n"


def test_several_files_and_standard_input(
    survey_command, config, collect, good, tmp_path, monkeypatch
):
    paths = [tmp_path / f"{number}.json" for number in (1, 2)]
    for number, path in enumerate(paths, start=1):
        path.write_bytes(line(good(number)))
    typed = io.TextIOWrapper(io.BytesIO(line(good(3)) + b"\nx"))
    monkeypatch.setattr("sys.stdin", typed)
    outcome = survey_command("collect", *paths, "-", "--data", config.data)
    assert outcome.code == 1
    assert outcome.out == "3 new, 0 already there, 1 refused.\n"
    assert outcome.err == "standard input, line 2: This is not valid JSON in UTF-8.\n"


def test_a_faulty_line_is_named_and_stops_no_other(collect, good, store, tmp_path):
    content = b"\n".join([line(good(1)), b"", b"[", b"x" * 3 * LONGEST_READ, line(good(2))])
    outcome = collect(content)
    path = tmp_path / "reports.csv"
    assert outcome.code == 1
    assert outcome.out == "2 new, 0 already there, 2 refused.\n"
    assert outcome.err == (
        f"{path}, line 3: This is not valid JSON in UTF-8.\n"
        f"{path}, line 4: This is too long for a response: more than {LARGEST_LINE:,} bytes.\n"
    )
    assert len(kept(store)) == 2


def test_blanks_do_not_hide_what_stands_behind_them(collect, good):
    assert collect(line(good()).rjust(2 * LONGEST_READ)).out == REFUSED


@pytest.mark.parametrize(
    ("code", "changes", "said"),
    [
        ("zzz999", {}, "There is no survey with this code."),
        ("bcd234", {"instrument": "0" * 64}, "another version of the questionnaire"),
        ("bcd234", {"reports": [0, 1]}, "reports has 2 entries; this questionnaire needs 3."),
        ("bcd234", {"reports": [0, 1, 2]}, "the report of q3 must be between 0 and 1."),
        ("bcd234", {"reports": [0, True, 0]}, "reports must be a list of whole numbers."),
        ("bcd234", {"response_id": "AB" * 16}, "response_id must be 32 lower-case hex digits."),
        ("bcd234", {"answers": [1, 1, 1]}, "Only instrument, response_id, reports and token"),
        ("bcd234", {"token": "bcd"}, "This survey takes no tokens."),
        ("bcd234", {"reports": [0] * 3060}, "That is larger than what is taken here."),
    ],
)
def test_what_the_wire_refuses_is_refused_in_its_words(collect, good, store, code, changes, said):
    outcome = collect(line(good(**changes), code))
    assert (outcome.code, outcome.out) == (1, REFUSED)
    assert said in outcome.err
    assert kept(store) == {}


@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_no_tampered_response_is_taken_and_nothing_of_it_is_said(
    collect, good, store, tampering, respondent
):
    body, headers, _, _ = TAMPERINGS[tampering](good(0xABCDEF0123456789, token="zq7canary"))
    if headers:
        return  # a line has none
    outcome = collect(line({})[:-3] + body + b"}")
    assert outcome.code == 1
    assert outcome.out.startswith("0 new, 0 already there, ")
    for secret in ("abcdef0123456789", "zq7canary", "[0, 1, 0]", "[0,1,0]"):
        assert secret not in outcome.err.lower()
    assert kept(store) == {}


def test_same_id_with_other_reports_is_a_conflict(collect, good, store):
    outcome = collect(line(good()) + b"\n" + line(good(reports=[1, 1, 1])))
    assert outcome.out == "1 new, 0 already there, 1 refused.\n"
    assert kept(store) == {f"{1:032x}": (0, 1, 0)}


def test_a_closed_survey_takes_what_it_has_and_nothing_new(collect, good, store):
    assert collect(line(good(1))).out == NEW
    store.surveys.set_state("bcd234", State.CLOSED)
    assert collect(line(good(1))).out == ALREADY
    outcome = collect(line(good(2)))
    assert (outcome.code, outcome.out) == (1, REFUSED)
    assert "closed" in outcome.err


def test_a_draft_is_a_code_that_does_not_exist(collect, good, store):
    store.surveys.add(Survey("fgh234", make_instrument("1/4", "1/3", "1/10")))
    assert "There is no survey with this code." in collect(line(good(), "fgh234")).err


def test_a_token_is_spent_once(collect, good, store, app):
    token, other = draw_tokens(2)
    hashes = [hash_token(app.secret_key, each) for each in (token, other)]
    store.surveys.add_tokens("bcd234", hashes)
    assert "type the token" in collect(line(good(1))).err
    assert "not known here" in collect(line(good(1, token="wrong"))).err
    assert collect(line(good(1, token=token))).out == NEW
    assert collect(line(good(1, token=token))).out == ALREADY
    spent = collect(line(good(2, token=token)))
    assert (spent.code, spent.out) == (1, REFUSED)
    assert "has been used" in spent.err
    assert token not in spent.err
    assert store.surveys.token_counts("bcd234") == TokenCounts(2, 1)


def test_json_has_the_counts_and_the_refusals(collect, good, tmp_path):
    outcome = collect(line(good(1)) + b"\n" + line(good(1)) + b"\n[", "--format", "json")
    assert (outcome.code, outcome.err) == (1, "")
    fault = {"file": str(tmp_path / "reports.csv"), "line": 3,
             "reason": "This is not valid JSON in UTF-8."}  # fmt: skip
    assert json.loads(outcome.out) == {"new": 1, "already": 1, "refused": 1, "refusals": [fault]}


def test_of_many_refusals_the_first_are_told(collect):
    outcome = collect(b"x\n" * (MOST_TOLD + 1_234))
    assert outcome.out == f"0 new, 0 already there, {MOST_TOLD + 1_234:,} refused.\n"
    assert len(outcome.err.splitlines()) == MOST_TOLD + 1
    assert outcome.err.endswith("\nAnd 1,234 more.\n")


def test_a_server_runs_meanwhile_and_shows_what_was_collected(collect, good, app, respondent):
    with serving(app):
        assert collect(line(good())).out == NEW
        stored = respondent.post("/s/bcd234/responses", json=good())
        assert (stored.status_code, stored.get_json()["stored"]) == (200, "already")


def test_a_database_that_cannot_store_ends_it(collect, good, monkeypatch):
    def fail(*arguments):
        raise StoreUnavailable("The disk is full.")

    monkeypatch.setattr(SQLResponses, "add", fail)
    outcome = collect(line(good()))
    assert (outcome.code, outcome.out) == (1, "")
    assert "line 1: The disk is full. Run this again then" in outcome.err


@given(st.lists(st.binary(max_size=12).filter(lambda line: b"\n" not in line), max_size=6))
def test_every_line_that_is_not_blank_is_read_under_its_number(written):
    read = dict(_lines(io.BytesIO(b"\n".join(written))))
    bare = [line.removeprefix(b"\xef\xbb\xbf").strip() for line in written]
    assert read == {number: line for number, line in enumerate(bare, start=1) if line}


def test_neither_long_lines_nor_long_files_are_read_whole(tmp_path):
    path = tmp_path / "large"
    with path.open("wb") as file:
        file.write(b"[\n" * 100_000)
        file.truncate(100_000_000)  # a last line of 99 million NULs
    with path.open("rb") as file:
        tracemalloc.start()
        read = [len(line) for number, line in _lines(file) if number % 25_000 == 1]
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert read == [1, 1, 1, 1, LONGEST_READ]
    assert peak < 1_000_000


@pytest.mark.parametrize("arguments", [[], ["missing.json"], ["."]])
def test_no_file_is_wrong_usage(survey_command, config, open_survey, arguments):
    assert survey_command("collect", *arguments, "--data", config.data).code == 2


def test_no_instance_is_said(survey_command, file, tmp_path):
    outcome = survey_command("collect", file(b""), "--data", tmp_path / "none")
    assert outcome.code == 1
    assert "There is no survey data" in outcome.err


def test_a_terminal_sees_how_many_were_read(config, collect, good, file):
    """In a process of its own, whose standard error is a terminal."""
    path = file(b"\n".join(line(good(number)) for number in range(60)))
    shown, terminal = pty.openpty()
    command = [sys.executable, "-m", "survey", "collect", path, "--data", config.data]
    done = subprocess.run(command, stderr=terminal, stdout=subprocess.PIPE, check=True)
    os.close(terminal)
    assert b"60" in os.read(shown, 100_000)
    assert done.stdout == b"60 new, 0 already there, 0 refused.\n"
