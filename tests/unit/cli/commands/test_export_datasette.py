"""survey export --format datasette: a folder to publish, made of one survey and nothing else."""

import sqlite3
from contextlib import closing

import pytest
from instruments import make_mixed_instrument
from passwords import PASSWORD

from survey.core.responses.response import Response
from survey.exports.datasette import folder as datasette_folder
from survey.store import Instructor, State, Survey
from survey.web.accounts.sign_in import make_sign_in_link

OWNER = "Grace Hopper"


@pytest.fixture
def survey(app, store, respondent) -> Survey:
    """Six responses, one with a token, to a survey of an instructor who has a password."""
    app.config["WTF_CSRF_ENABLED"] = False
    store.instructors.add(Instructor(OWNER))
    form = {"password": PASSWORD, "again": PASSWORD}
    assert respondent.post(make_sign_in_link(store, OWNER), data=form).status_code == 302
    survey = Survey("bcd234", make_mixed_instrument(), State.OPEN, owner=OWNER)
    store.surveys.add(survey)
    tokens = [f"{number:064x}" for number in range(0xABC0, 0xABC7)]
    store.surveys.add_tokens("bcd234", tokens)
    for number, token in enumerate(tokens[:6]):
        reports = tuple(number % item.options for item in survey.instrument.items)
        response = Response(survey.instrument.digest, f"{number:032x}", reports)
        store.responses.add("bcd234", response, token)
    return survey


@pytest.fixture
def export(survey_command, config, survey, tmp_path):
    def export(*arguments):
        return survey_command(
            "export", "bcd234", "--data", config.data, "--format", "datasette", *arguments
        )

    return export


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "new" / "published"


def test_folder_is_made_and_the_licence_asked_for(export, folder):
    outcome = export("--output", folder)
    assert (outcome.code, outcome.out) == (0, "")
    assert outcome.err == (
        f"Say in {folder / 'metadata.json'} under which licence it may be used, "
        f"then: datasette {folder}\n"
    )
    with closing(sqlite3.connect(folder / "bcd234.db")) as connection:
        assert connection.execute("SELECT count(*) FROM reports").fetchone() == (6 * 6,)
        assert connection.execute("SELECT survey, responses FROM surveys").fetchall() == [
            ("bcd234", 6)
        ]


def test_confidence_is_as_asked(export, folder):
    assert export("--output", folder, "--confidence", "0.9").code == 0
    with closing(sqlite3.connect(folder / "bcd234.db")) as connection:
        query = "SELECT confidence FROM surveys UNION SELECT confidence FROM estimates"
        assert connection.execute(query).fetchall() == [(0.9,)]


def secrets_of(database) -> list[str]:
    """All that the app's own database holds of instructors, sign-ins and tokens."""
    with closing(sqlite3.connect(database)) as connection:
        found = [
            value
            for query in (
                "SELECT name, password_hash, link_hash FROM instructor",
                "SELECT token_hash FROM sign_in",
                "SELECT token_hash FROM token",
            )
            for row in connection.execute(query)
            for value in row
            if value
        ]
    assert len(found) > 9
    return found


def test_no_token_no_hash_and_no_instructor_is_in_it(export, folder, config):
    assert export("--output", folder).code == 0
    written = b"".join(path.read_bytes() for path in folder.iterdir())
    known = [each for each in secrets_of(config.database) if each != "instructor"]
    assert [each for each in known if each.encode() in written] == []
    assert b"password" not in written
    # The control: the app's own file has every one of them.
    assert all(each.encode() in config.database.read_bytes() for each in known)


def test_other_surveys_are_not_in_it(export, folder, store):
    store.surveys.add(Survey("oth234", make_mixed_instrument("Another title"), State.OPEN))
    assert export("--output", folder).code == 0
    assert b"Another title" not in (folder / "bcd234.db").read_bytes()


def test_a_folder_must_be_named(export):
    outcome = export()
    assert (outcome.code, outcome.out) == (2, "")
    assert "--output FOLDER" in outcome.err


def test_what_is_there_is_not_written_over(export, folder):
    assert export("--output", folder).code == 0
    before = (folder / "bcd234.db").read_bytes()
    outcome = export("--output", folder)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.count("\n") == 1
    assert "exists already. Name another folder" in outcome.err
    assert (folder / "bcd234.db").read_bytes() == before


def test_too_few_responses_are_refused(export, folder, store):
    store.surveys.set_sharing("bcd234", True, 7)
    outcome = export("--output", folder)
    assert outcome.code == 1
    assert outcome.err == "Error: Results are hidden until 7 responses have come.\n"
    assert not folder.exists()


def test_a_file_in_the_way_is_one_sentence(export, tmp_path):
    (tmp_path / "file").write_text("")
    outcome = export("--output", tmp_path / "file")
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err.count("\n") == 1


def test_a_full_disk_is_one_sentence(export, folder, monkeypatch):
    def full(*given):
        raise sqlite3.OperationalError("database or disk is full")

    monkeypatch.setattr(datasette_folder, "_fill", full)
    outcome = export("--output", folder)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == f"Error: {folder / 'bcd234.db'}: database or disk is full.\n"
    assert list(folder.iterdir()) == []
