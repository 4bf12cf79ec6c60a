"""survey sign-in-link: the printed link works once, and only the newest."""

from urllib.parse import urlsplit

import pytest
from passwords import PASSWORD

HINT = "The link begins with http://127.0.0.1:8000; give --url if that is not it."
OTHER = "another long password"


@pytest.fixture
def link(survey_command, config, store):
    """Prints a link for the app's own instance, as the operator would beside a running server."""

    def run(*arguments: object) -> str:
        outcome = survey_command("sign-in-link", "--data", config.data, *arguments)
        hint = "" if "--url" in arguments else f"{HINT}\n"
        assert (outcome.code, outcome.err) == (0, hint)
        assert outcome.out.count("\n") == 1
        return outcome.out.strip()

    return run


@pytest.fixture
def choose(app):
    """Opens a link in a new browser and chooses a password; the statuses of both requests."""
    app.config["WTF_CSRF_ENABLED"] = False

    def run(link: str, password: str) -> tuple[int, int]:
        client = app.test_client()
        path = urlsplit(link).path
        opened = client.get(path).status_code
        form = {"password": password, "again": password}
        return opened, client.post(path, data=form).status_code

    return run


@pytest.fixture
def sign_in(app):
    def run(password: str) -> int:
        return app.test_client().post("/sign-in", data={"password": password}).status_code

    return run


def test_a_link_works_once(link, choose, sign_in):
    printed = link()
    assert choose(printed, PASSWORD) == (200, 302)
    assert sign_in(PASSWORD) == 302
    assert choose(printed, OTHER) == (403, 403)
    assert sign_in(PASSWORD) == 302
    assert sign_in(OTHER) != 302


def test_only_the_newest_link_works(link, choose):
    older, newer = link(), link()
    assert choose(older, PASSWORD) == (403, 403)
    assert choose(newer, PASSWORD) == (200, 302)


def test_a_link_replaces_a_forgotten_password_once_it_is_used(link, choose, sign_in):
    choose(link(), PASSWORD)
    printed = link()
    assert sign_in(PASSWORD) == 302  # printing alone changes nothing
    assert choose(printed, OTHER) == (200, 302)
    assert sign_in(OTHER) == 302
    assert sign_in(PASSWORD) != 302


@pytest.mark.parametrize("url", ["https://survey.example.org", "https://survey.example.org/"])
def test_the_link_begins_with_the_given_address(link, url):
    assert link("--url", url).startswith("https://survey.example.org/sign-in/")


@pytest.mark.parametrize("command", [["sign-in-link"], ["instructors", "password", "instructor"]])
def test_what_is_no_address_begins_no_link(survey_command, config, command):
    for url in ("survey.example.org", "ftp://survey.example.org", "https://a.example/?x=1"):
        outcome = survey_command(*command, "--data", config.data, "--url", url)
        assert (outcome.code, outcome.out) == (2, "")
        assert "--url must " in outcome.err
        assert "such as https://survey.example.org" in outcome.err


def test_a_link_cannot_be_guessed(link):
    tokens = {link().rsplit("/", 1)[1] for _ in range(5)}
    assert len(tokens) == 5
    assert all(len(token) >= 22 for token in tokens)  # 22 characters of base64 are 128 bits


def test_a_folder_that_is_a_file_is_wrong_usage(survey_command, tmp_path):
    path = tmp_path / "file"
    path.touch()
    assert survey_command("sign-in-link", "--data", path).code == 2
