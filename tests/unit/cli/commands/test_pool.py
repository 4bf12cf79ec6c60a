"""survey pool: exports of several surveys, from any servers."""

import csv
import io
import json
from fractions import Fraction

import openpyxl
import pytest
from instruments import make_instrument
from signing_keys import KEY

from survey.core.instrument.parsing import validate
from survey.core.instrument.same_questions import for_group, questions_digest
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.wire.stating import sign_missing_statements

SIZES = {"Monday": (14, 40), "Tuesday": (17, 38), "Friday": (11, 41)}


@pytest.fixture
def export(survey_command, config, tmp_path):
    """Writes a survey's export, as anybody gets it; its path."""

    def export(code: str):
        path = tmp_path / f"{code}.json"
        done = survey_command("export", code, "--data", config.data, "--output", path)
        assert done.code == 0, done.err
        return path

    return export


@pytest.fixture
def exports(store, export):
    """Three closed surveys of the same question as files; one more that asks something else."""
    question, paths = make_instrument("1/4"), []
    for place, (name, (yes, respondents)) in enumerate(SIZES.items()):
        code = f"pl{place}234"
        instrument = for_group(question, name, 40)
        store.surveys.add(Survey(code, instrument, State.OPEN, hidden_until_closed=True))
        for number in range(respondents):
            sent = Response(instrument.digest, f"{place}{number:031x}", (int(number < yes),))
            store.responses.add(code, sent)
        store.surveys.set_state(code, State.CLOSED)
        sign_missing_statements(store, KEY)
        paths.append(export(code))
    return paths


def test_every_group_and_all_together_are_shown(survey_command, exports):
    told = survey_command("pool", *exports)
    assert told.code == 0
    assert "3 groups, 119 people." in told.out
    assert "Each group's figures waited until it had closed" in told.out
    assert "unless somebody closed one group after seeing another's" in told.out
    for name in SIZES:
        assert f"Exams ({name})" in told.out
    assert "together (119)" in told.out
    assert "All together: about " in told.out
    assert "Classes like these:" in told.out


def test_how_many_they_are_together_is_said_in_plain_words(survey_command, exports):
    document = json.loads(survey_command("pool", *exports, "--format", "json").out)
    [persons] = document["questions"][0]["persons"]
    told = " ".join(survey_command("pool", *exports).out.split())
    ends = "between {} and {}".format(*persons["least_and_most"])
    assert f"All together: about 25 of the 119, {ends} (95%); Hoeffding" in told
    assert "All together: about " in survey_command("pool", *exports[:2]).out


def test_json_and_csv_hold_the_same_figures(survey_command, exports):
    document = json.loads(survey_command("pool", *exports, "--format", "json").out)
    rows = list(
        csv.DictReader(io.StringIO(survey_command("pool", *exports, "--format", "csv").out))
    )
    assert [row["group"] for row in rows] == [row["group"] for row in document["rows"]]
    assert len(rows) == 5
    for row, known in zip(rows, document["rows"], strict=True):
        assert float(row["estimate"]) == pytest.approx(known["estimate"])
    [together] = [row for row in document["rows"] if row["group"] == "exactly these people"]
    yes, people = (sum(each) for each in zip(*SIZES.values(), strict=True))
    assert together["respondents"] == people
    gamma = Fraction(1, 4)
    assert together["estimate"] == pytest.approx(
        float((Fraction(yes, people) - Fraction(1, 2) + gamma) / (2 * gamma))
    )
    least, most = document["questions"][0]["persons"][0]["least_and_most"]
    assert (together["low"], together["high"]) == pytest.approx((least / people, most / people))
    assert document["questions_sha256"] == questions_digest(make_instrument("1/4"))
    assert {each["hidden_until_closed"] for each in document["groups"]} == {True}


def test_a_workbook_holds_the_same_figures(survey_command, exports, tmp_path):
    document = json.loads(survey_command("pool", *exports, "--format", "json").out)
    file = tmp_path / "pooled.xlsx"
    done = survey_command("pool", *exports, "--format", "xlsx", "--output", file)
    assert (done.code, done.out) == (0, "")
    book = openpyxl.load_workbook(file)
    header, *rows = book["figures"].values
    assert [dict(zip(header, row, strict=True)) for row in rows] == [
        pytest.approx(row) for row in document["rows"]
    ]
    _, (*_, least, most) = book["persons"].values
    assert [least, most] == document["questions"][0]["persons"][0]["least_and_most"]
    assert len(list(book["groups"].values)) == 1 + len(SIZES)
    written = {cell.data_type for sheet in book for row in sheet.iter_rows() for cell in row}
    assert "f" not in written  # formula


def test_text_of_a_workbook_is_no_formula(survey_command, store, export, tmp_path):
    instrument = make_instrument("1/4", title="=1+1")
    paths = []
    for place in range(2):
        code = f"fm{place}234"
        store.surveys.add(Survey(code, instrument, State.OPEN, fewest_responses=1))
        store.responses.add(code, Response(instrument.digest, f"{place}{0:031x}", (1,)))
        store.surveys.set_state(code, State.CLOSED)
        sign_missing_statements(store, KEY)
        paths.append(export(code))
    file = tmp_path / "pooled.xlsx"
    survey_command("pool", *paths, "--format", "xlsx", "--output", file)
    _, first, *_ = openpyxl.load_workbook(file)["figures"].iter_rows()
    named = first[2]
    assert (named.value, named.data_type, named.quotePrefix) == ("=1+1 · fm0234", "s", True)


@pytest.mark.parametrize("format_", ["text", "json", "csv"])
def test_a_file_holds_what_the_terminal_shows(survey_command, exports, tmp_path, format_):
    file = tmp_path / "pooled"
    survey_command("pool", *exports, "--format", format_, "--output", file)
    shown = survey_command("pool", *exports, "--format", format_).out
    assert file.read_text(encoding="utf-8").splitlines() == shown.splitlines()


def test_what_cannot_be_pooled_is_refused_with_a_sentence(
    survey_command, exports, store, export, tmp_path
):
    def refused(*files) -> str:
        outcome = survey_command("pool", *files)
        assert outcome.code in {1, 2}
        assert not outcome.out
        return outcome.err

    first, second, _ = exports
    assert "hold the same response" in refused(first, first)
    store.surveys.add(Survey("opn234", make_instrument("1/4"), State.OPEN, fewest_responses=1))
    store.responses.add("opn234", Response(make_instrument("1/4").digest, "e" * 32, (1,)))
    assert "is of an open survey: export it once that has closed" in refused(
        first, export("opn234")
    )
    both = make_instrument("1/4", "1/4")
    store.surveys.add(Survey("othr34", both, State.OPEN, fewest_responses=1))
    store.responses.add("othr34", Response(both.digest, "f" * 32, (1, 0)))
    other = export("othr34")
    assert "does not ask the same questions" in refused(first, other)
    changed = tmp_path / "changed.json"
    changed.write_text(second.read_text().replace('"reports": [1]', '"reports": [0]', 1))
    assert "survey verify tells all" in refused(first, changed)
    nothing = tmp_path / "nothing.json"
    nothing.write_text("{}")
    assert str(nothing) in refused(first, nothing)
    assert "two exports or more" in refused(first)


def test_figures_that_were_seen_are_said(survey_command, store, export):
    """Of unlike γ without a limit no range is known; Hoeffding's for one look is."""
    paths = []
    for place, gamma in enumerate(("1/4", "2/5")):
        code, instrument = f"sn{place}234", make_instrument(gamma)
        store.surveys.add(Survey(code, instrument, State.OPEN))
        for number in range(20):
            sent = Response(instrument.digest, f"{place}{number:031x}", (number % 2,))
            store.responses.add(code, sent)
        store.surveys.set_state(code, State.CLOSED)
        sign_missing_statements(store, KEY)
        paths.append(export(code))
    told = survey_command("pool", *paths).out
    assert "Every group showed figures while it ran" in told
    assert "No range is known. Either the groups have different γ" in told


def test_groups_of_one_title_are_told_apart_by_their_files_and_means_are_pooled(
    survey_command, store, export
):
    question = {"kind": "rating", "text": "How often?", "highest": 5, "gamma": "2/5"}
    instrument = validate({"title": "Skipped", "class_size": 40, "questions": [question]})
    for place, code in enumerate(("one234", "two234")):
        store.surveys.add(Survey(code, instrument, State.OPEN, hidden_until_closed=True))
        for number in range(40):
            sent = Response(instrument.digest, f"{place}{number:031x}", (number % 3,))
            store.responses.add(code, sent)
        store.surveys.set_state(code, State.CLOSED)
        sign_missing_statements(store, KEY)
    told = survey_command("pool", export("one234"), export("two234"))
    assert told.code == 0
    assert "Skipped · one234" in told.out and "Skipped · two234" in told.out
    # (1.975 - 15/13) / (8/13)
    assert "All together: 1.33 on average, at most 1.86 (95%); Hoeffding 0.34 to 2.33." in told.out
