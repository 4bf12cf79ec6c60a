"""survey verify says a finding or a sentence of any file: no mutant ends it otherwise."""

import json
from collections import Counter
from dataclasses import replace

import pytest
from closed_survey import ClosedSurvey, rows_of
from file_mutants import mutants
from instruments import mixed_questions
from omissions import omission

from survey.cli import main
from survey.core.instrument.parsing import validate

# Two questions only, for each file is recomputed whole.
INSTRUMENT = validate({"title": "Two", "class_size": 9, "questions": mixed_questions()[1:4:2]})
CLOSED = ClosedSurvey(INSTRUMENT, rows_of(INSTRUMENT, 4), tokens=(9, 4)).close()
EXPORTS = [CLOSED.document, replace(CLOSED, final=True).reopened(CLOSED.rows).document]
RECEIPT = CLOSED.receipt(1)
PROOF = omission(1, 5)


@pytest.fixture
def run(capsys, monkeypatch, tmp_path):
    """Runs `survey verify` with these contents of files; its exit code and all that it says."""
    monkeypatch.setenv("SURVEY_DEBUG", "1")  # an unexpected fault is raised

    def run(*arguments: str | bytes) -> tuple[int, str]:
        given = []
        for number, each in enumerate(arguments):
            path = tmp_path / f"{number}.json"
            if isinstance(each, bytes):
                path.write_bytes(each)
            given.append(str(path) if isinstance(each, bytes) else each)
        with pytest.raises(SystemExit) as ended:
            main(["verify", *given])
        captured = capsys.readouterr()
        return ended.value.code, captured.out + captured.err

    return run


def written(document) -> bytes:
    return json.dumps(document).encode()


KINDS = {
    "export": (EXPORTS, lambda mutant: [mutant]),
    "export, as JSON": (EXPORTS, lambda mutant: [mutant, "--format", "json"]),
    "receipt": ([RECEIPT], lambda mutant: [written(CLOSED.document), "--receipt", mutant]),
    "proof": ([PROOF], lambda mutant: [mutant]),
    "statement": ([CLOSED.notes[0].split("\n")], lambda mutant: [as_statement(mutant)]),
}


def as_statement(mutant: bytes) -> bytes:
    """The export with the mutant's lines as its statement."""
    try:
        lines = [str(each) for each in json.loads(mutant)]
    except (ValueError, TypeError, RecursionError):
        lines = [mutant.decode("latin-1")]
    return written(CLOSED.document | {"statements": ["\n".join(lines)]})


@pytest.mark.parametrize("kind", KINDS)
def test_any_file_gives_a_finding_or_a_sentence(run, exhaustive, kind):
    documents, arguments = KINDS[kind]
    codes = Counter()
    for mutant in mutants(documents, 10_000 if exhaustive else 150):
        code, said = run(*arguments(mutant))
        assert said.strip(), mutant[:200]
        said.encode()  # also where a terminal is to show it
        codes[code] += 1
    assert set(codes) <= {0, 1, 2}
    assert codes[1] > sum(codes.values()) // 2


@pytest.mark.parametrize(
    "odd",
    ["1" + "0" * 400, "1e400", "NaN", '"\\ud800"', "[" * 41 + "]" * 41, '{"a":1,"a":2}',
     "9" * 5000],
)  # fmt: skip
def test_what_programs_read_differently_is_no_export(run, odd):
    text = json.dumps(CLOSED.document)
    for place in ('"confidence": 0.95', '"title": "Two"'):
        assert place in text
        name = place.partition(":")[0]
        code, said = run(text.replace(place, f"{name}: {odd}").encode())
        assert code == 1
        assert "This is not a survey's export as JSON" in said


def test_whole_characters_outside_of_the_first_plane_are_read(run):
    document = CLOSED.document
    document["conclusion"] = {"\U0001f600": 1}
    code, said = run(written(document))
    assert code == 0
    assert "What conclusion says." in said
