"""survey instructors: each with a name, a password and their own surveys."""

import csv
import io
import json
import re
from urllib.parse import urlsplit

import pytest
from instruments import make_instrument
from passwords import PASSWORD

from survey.core.responses.response import Response
from survey.store import Instructor, State, Survey

LINK = re.compile(r"(http://[\w.:]+|https://[\w.]+)/sign-in/[\w-]{43}\n")


@pytest.fixture
def run(survey_command, config, store):
    """`survey instructors ARGUMENTS` beside the app, on the same database."""

    def run(*arguments: object):
        return survey_command("instructors", *arguments, "--data", config.data)

    return run


@pytest.fixture
def sign_in(app):
    """A client that follows a printed link or signs in by name; whether it is let in."""
    app.config["WTF_CSRF_ENABLED"] = False

    def sign_in(link: str = "", name: str = ""):
        client = app.test_client()
        if link:
            form = {"password": PASSWORD, "again": PASSWORD}
            client.post(urlsplit(link.strip()).path, data=form)
        else:
            client.post("/sign-in", data={"instructor": name, "password": PASSWORD})
        return client, client.get("/surveys").status_code == 200

    return sign_in


@pytest.fixture
def ada(run, store, sign_in):
    """Ada, with a password and two surveys; her browser."""
    client, _ = sign_in(run("add", "ada").out)
    for code in ("adas34", "adas36"):
        store.surveys.add(
            Survey(code, make_instrument(title=f"Of {code}"), State.OPEN, owner="ada")
        )
    return client


def listed(run) -> dict[str, tuple[bool, int]]:
    document = json.loads(run("list", "--format", "json").out)
    return {row["name"]: (row["password"], row["surveys"]) for row in document}


def test_added_instructor_signs_in_by_the_printed_link(run, store, sign_in):
    outcome = run("add", "ada.lovelace-1")
    assert outcome.code == 0
    assert outcome.err.endswith("give --url if that is not it.\n")
    assert LINK.fullmatch(outcome.out)
    assert sign_in(outcome.out)[1]
    assert sign_in(name="ada.lovelace-1")[1]
    assert not sign_in(outcome.out)[1]  # once


def test_address_of_the_link_is_the_given_one(run):
    added = run("add", "ada", "--url", "https://survey.example.org/")
    assert added.out.startswith("https://survey.example.org/sign-in/")
    assert added.err == ""  # nothing is left to advise
    out = run("password", "ada", "--url", "https://survey.example.org").out
    assert out.startswith("https://survey.example.org/sign-in/")


@pytest.mark.parametrize(
    ("name", "code", "sentence"),
    [("Ada", 2, "lower-case letters"), ("a b", 2, "lower-case letters"),
     ("a" * 41, 2, "1 to 40"), ("ada", 1, "There is an instructor named ada already.")],
)  # fmt: skip
def test_name_that_cannot_be_added_changes_nothing(run, ada, store, name, code, sentence):
    before = store.instructors.all()
    outcome = run("add", name)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err
    assert store.instructors.all() == before


def test_list_tells_who_has_a_password_and_how_many_surveys(run, ada):
    run("add", "grace")
    assert listed(run) == {"ada": (True, 2), "grace": (False, 0), "instructor": (False, 0)}
    assert run("list").out == (
        "name        password  surveys\n"
        "ada              yes        2\n"
        "grace             no        0\n"
        "instructor        no        0\n"
    )
    header, *rows = csv.reader(io.StringIO(run("list", "--format", "csv").out))
    assert header == ["name", "password", "surveys"]
    assert rows == [["ada", "yes", "2"], ["grace", "no", "0"], ["instructor", "no", "0"]]


def test_list_never_shows_a_hash(run, ada, store):
    hashes = [store.instructors.get("ada").password_hash]
    for format_ in ("text", "json", "csv"):
        assert not any(each in run("list", "--format", format_).out for each in hashes)


def test_new_password_signs_out_everywhere(run, ada, sign_in):
    assert ada.get("/surveys").status_code == 200
    assert sign_in(run("password", "ada").out)[1]
    assert ada.get("/surveys").status_code == 302


def test_instructor_with_surveys_is_kept_until_told_what_becomes_of_them(run, ada, store):
    outcome = run("remove", "ada", "--yes")
    assert (outcome.code, outcome.out) == (1, "")
    assert "ada has 2 surveys" in outcome.err
    assert "--surveys-to" in outcome.err
    assert "--delete-surveys" in outcome.err
    assert listed(run)["ada"] == (True, 2)


def test_surveys_are_handed_over(run, ada, store):
    store.responses.add(
        "adas34", Response(make_instrument(title="Of adas34").digest, "a" * 32, (1,))
    )
    outcome = run("remove", "ada", "--surveys-to", "instructor", "--yes")
    assert (outcome.code, outcome.out, outcome.err) == (0, "ada is removed.\n", "")
    assert listed(run) == {"instructor": (False, 2)}
    assert store.responses.tally("adas34").responses == 1


def test_surveys_are_deleted(run, ada, store, open_survey):
    assert run("remove", "ada", "--delete-surveys", "--yes").code == 0
    assert [each.code for each in store.surveys.all()] == [open_survey.code]


def test_removed_instructor_is_out_at_once_and_cannot_come_back(run, ada, sign_in):
    run("remove", "ada", "--delete-surveys", "--yes")
    run("add", "grace")
    for path in ("/surveys", "/surveys/adas34", "/settings"):
        assert ada.get(path).headers["Location"].startswith("/sign-in"), path
    assert not sign_in(name="ada")[1]


@pytest.mark.parametrize(
    ("options", "question"),
    [([], "Remove grace?"),
     (["--surveys-to", "grace"], "Remove ada, and hand 2 surveys to grace?"),
     (["--delete-surveys"], "Remove ada, and delete 2 surveys with all responses?")],
)  # fmt: skip
@pytest.mark.parametrize("typed", ["n\n", "\n", "y\n"])
def test_removing_asks_first(run, ada, monkeypatch, options, question, typed):
    run("add", "grace")
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    name = "ada" if options else "grace"
    outcome = run("remove", name, *options)
    assert question in outcome.out
    assert outcome.code == (0 if typed == "y\n" else 1)
    assert ("Nothing is removed." in outcome.out) == (typed != "y\n")
    assert (name in listed(run)) == (typed != "y\n")


def test_asking_without_anybody_there_removes_nothing(run, ada, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(""))
    assert run("remove", "ada", "--delete-surveys").code == 130
    assert listed(run)["ada"] == (True, 2)


@pytest.mark.parametrize(
    ("arguments", "code", "sentence"),
    [(("remove", "nobody"), 1, "no instructor named nobody"),
     (("password", "nobody"), 1, "no instructor named nobody"),
     (("remove", "ada", "--surveys-to", "nobody", "--yes"), 1, "no instructor named nobody"),
     (("remove", "ada", "--surveys-to", "ada", "--yes"), 2, "Name another instructor"),
     (("remove", "ada", "--surveys-to", "instructor", "--delete-surveys"), 2, "not both")],
)  # fmt: skip
def test_what_cannot_be_done_is_a_sentence_and_changes_nothing(run, ada, arguments, code, sentence):
    outcome = run(*arguments)
    assert (outcome.code, outcome.out) == (code, "")
    assert sentence in outcome.err
    assert listed(run) == {"ada": (True, 2), "instructor": (False, 0)}


def test_only_instructor_is_kept(run):
    outcome = run("remove", "instructor", "--yes")
    assert outcome.code == 1
    assert "the only instructor" in outcome.err


def test_folder_without_data_is_told_and_not_made(survey_command, tmp_path):
    for command in (["add", "ada"], ["list"], ["remove", "ada"], ["password", "ada"]):
        outcome = survey_command("instructors", *command, "--data", tmp_path / "none")
        assert (outcome.code, outcome.out) == (1, "")
        assert "There is no survey data" in outcome.err
    assert not (tmp_path / "none").exists()


@pytest.fixture
def toml(tmp_path):
    path = tmp_path / "survey.toml"
    path.write_text('title = "T"\n[[questions]]\ntext = "Q?"\n')
    return path


@pytest.fixture
def create(survey_command, config, store, toml):
    def run(*arguments: object):
        return survey_command("create", toml, "--data", config.data, *arguments)

    return run


def test_survey_is_created_for_the_only_instructor_or_the_named_one(run, create, store):
    assert create().code == 0
    run("add", "ada")
    refused = create()
    assert (refused.code, refused.out) == (2, "")
    assert "Name one with --instructor." in refused.err
    assert create("--instructor", "nobody").code == 1
    assert create("--instructor", "ada").code == 0
    run("remove", "instructor", "--surveys-to", "ada", "--yes")
    assert create().code == 0
    assert [each.owner for each in store.surveys.all()] == ["ada"] * 3


def test_limit_is_that_of_the_named_instructor(run, create, store):
    store.instructors.add(Instructor("ada", largest_epsilon=0.5))
    assert create("--instructor", "instructor", "--publish").code == 0
    refused = create("--instructor", "ada", "--publish")
    assert refused.code == 1
    assert "above your limit of 0.50" in refused.err


def test_sign_in_link_names_whom_it_is_for(run, create, survey_command, config, sign_in):
    def link(*arguments: object):
        return survey_command("sign-in-link", "--data", config.data, *arguments)

    assert LINK.fullmatch(link().out)
    run("add", "ada")
    assert link().code == 2
    assert "--instructor" in link().err
    assert sign_in(link("--instructor", "ada").out)[1]
    assert sign_in(name="ada")[1]
    assert not sign_in(name="instructor")[1]


@pytest.mark.parametrize("command", [["password", "nobody"], ["remove", "nobody", "--yes"]])
def test_unknown_instructor_is_named_in_one_sentence(run, command):
    outcome = run(*command)
    assert (outcome.code, outcome.out) == (1, "")
    assert outcome.err == "Error: There is no instructor named nobody.\n"
