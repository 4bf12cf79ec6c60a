"""Settings: what an address must look like, and what follows from it."""

from pathlib import Path

import pytest

from survey.app.configuration import Config, check_metrics_token, check_public_url
from survey.errors import ConfigError


def config(**settings) -> Config:
    return Config(data=Path("/instance"), **settings)


def test_database_lies_in_the_instance_folder():
    assert config().database == Path("/instance/survey.db")


@pytest.mark.parametrize(
    ("url", "https"),
    [(None, False), ("http://survey.example.org", False), ("https://survey.example.org", True)],
)
def test_https_is_read_off_the_public_address(url, https):
    assert config(public_url=url).https is https


@pytest.mark.parametrize(
    ("settings", "names"),
    [
        ({}, ()),
        ({"public_url": "https://Survey.Example.org:8443"}, ("survey.example.org",)),
        ({"hosts": ("a.example",)}, ("a.example",)),
        ({"hosts": ("a.example",), "public_url": "http://b.example"}, ("a.example", "b.example")),
    ],
)
def test_names_are_those_given_and_the_public_one(settings, names):
    assert config(**settings).host_names == names


@pytest.mark.parametrize(
    ("url", "kept"),
    [(None, None), ("https://a.example", "https://a.example"),
     ("http://a.example:8000/", "http://a.example:8000"),
     ("http://192.168.1.9", "http://192.168.1.9"), ("http://[fe80::1]", "http://[fe80::1]")],
)  # fmt: skip
def test_usable_address_is_kept_without_its_last_slash(url, kept):
    assert check_public_url(url) == kept


@pytest.mark.parametrize(
    "url",
    ["", "a.example", "//a.example", "ftp://a.example", "javascript:alert(1)", "https://",
     "https://a.example/?x=1", "https://a.example/#x", "http:///path", "https://a.example:99999",
     "https://a.example:x", "https://a@a.example"],
)  # fmt: skip
def test_unusable_address_is_refused_with_an_example(url):
    with pytest.raises(ConfigError, match="such as https://survey.example.org"):
        check_public_url(url)


@pytest.mark.parametrize("url", ["https://a.example/polls", "https://a.example/polls/"])
def test_a_path_below_another_site_is_refused(url):
    """Links to static files, and the client's own, name the whole host."""
    with pytest.raises(ConfigError, match="below no path"):
        check_public_url(url)
    with pytest.raises(ConfigError, match="below no path"):  # for another server's wsgi.py
        config(public_url=url)


def test_settings_never_change():
    with pytest.raises(AttributeError):
        config().proxies = 1


@pytest.mark.parametrize("token", [None, "", "0123456789abcdef0123456789abcdef"])
def test_a_token_for_the_figures_is_kept_or_there_is_none(token):
    assert check_metrics_token(token) == (token or None)


@pytest.mark.parametrize("token", ["canary", "canary" * 4 + " x", "canary" * 4 + "\n", "é" * 30])
def test_a_token_that_could_be_guessed_or_not_sent_is_refused_unseen(token):
    with pytest.raises(ConfigError, match="SURVEY_METRICS_TOKEN") as refused:
        check_metrics_token(token)
    assert token.strip() not in refused.value.message


def test_no_secret_is_in_the_settings_written_out():
    assert "canary" not in repr(config(metrics_token="canary", database_url="postgresql://canary"))
