"""What is uploaded or pasted is read beside the server, with a deadline."""

import ast
import io
import os
from pathlib import Path
from queue import Full

import pytest
from hostile_files import QUESTIONNAIRES

from survey.web.authoring import uploads
from survey.web.authoring.uploads import read_here, read_upload
from survey.web.http.side_process import SideProcess

WEB = Path(uploads.__file__).parent.parent
READERS = {
    "survey.formats.questionnaire_file.read_questionnaire",
    "survey.formats.plain_text.read_plain_text",
}
LIST = b"Exam\n\nDid you cheat?\nDid you copy?"


@pytest.fixture
def send(instructor):
    def upload(**form):
        form = {"gamma": "1/4", **form}
        return instructor.post("/surveys/new/import", form, content_type="multipart/form-data")

    return upload


@pytest.fixture
def process(monkeypatch):
    process = SideProcess()
    monkeypatch.setattr(uploads, "side_process", lambda: process)
    yield process
    process.close()


@pytest.mark.parametrize("name", ["x.txt", None])
def test_what_is_read_aside_is_what_would_be_read_here(process, name):
    read = read_upload(name, LIST, "1/3")
    assert read == read_here(name, LIST, "1/3")
    assert [each["text"] for each in read.document["questions"]] == [
        "Did you cheat?", "Did you copy?"
    ]  # fmt: skip
    assert process._process.pid != os.getpid()


def test_nothing_else_of_the_web_reads_a_questionnaire():
    """A respondent's POST waits behind whatever this process reads: see tests/benchmarks."""
    for path in WEB.rglob("*.py"):
        imported = {
            f"{node.module}.{each.name}"
            for node in ast.walk(ast.parse(path.read_text()))
            if isinstance(node, ast.ImportFrom)
            for each in node.names
        }
        assert not imported & READERS or path.name == "uploads.py", path
    tree = ast.parse(Path(uploads.__file__).read_text())
    called = [ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert "read_here" not in called


@pytest.mark.parametrize("form", ["file", "pasted"])
def test_what_takes_too_long_is_refused_and_the_next_is_read(send, process, monkeypatch, form):
    def sent():
        given = (io.BytesIO(LIST), "x.txt") if form == "file" else LIST.decode()
        return send(**{form: given})

    monkeypatch.setattr(uploads, "SECONDS", 0)
    answer = sent()
    assert answer.status_code == 422
    assert "This takes too long to read" in answer.text
    monkeypatch.setattr(uploads, "SECONDS", 20)
    assert sent().status_code == 200


def test_where_too_many_wait_what_was_pasted_stays(send, process, monkeypatch):
    def crowded():
        raise Full

    monkeypatch.setattr(process, "turn", crowded)
    answer = send(pasted=LIST.decode())
    assert answer.status_code == 503
    assert "The server is busy" in answer.text
    assert "Did you copy?" in answer.text


def test_languages_without_number_are_bounded():
    read = read_here("x.json", QUESTIONNAIRES["tags.json"](), "1/4")
    assert len(read.phrases.languages) < 8
    assert [each for each in read.left_out if "languages fit" in each]
