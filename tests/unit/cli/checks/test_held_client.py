"""What a start says of the client that somebody else holds: compared, and what hinders browsers."""

import pytest
from dripping import dripping
from holder import PAGE, Holder
from live_server import serving
from ports import unused_port
from release_client import RELEASE

from survey.cli.checks import held_client
from survey.cli.checks.held_client import HeldClient, look_at_holder
from survey.web.http.security_headers import headers_of_single_file

COLLECTOR = "https://survey.example.org"
SAME = "is this release's file (SHA-256 " + RELEASE.single_file.sha256


@pytest.fixture
def look(authority):
    """What is found of a holder who serves by TLS."""

    def look(holder: Holder, collector: str = COLLECTOR) -> HeldClient:
        with serving(holder, authority.context("holder")) as origin:
            return look_at_holder(origin + PAGE, collector, RELEASE)

    return look


def test_the_releases_file_is_said_to_be_it(look):
    found = look(Holder())
    assert found.same
    [sentence] = found.sentences
    assert SAME in sentence


def test_a_holder_without_a_policy_hinders_nothing(look):
    assert len(look(Holder(headers={"Content-Type": "text/html"})).sentences) == 1


def test_another_file_is_named_with_both_digests(look):
    changed = RELEASE.single_file.content.replace(b"Deniable", b"Deniabel", 1)
    found = look(Holder(changed))
    assert found.same is False
    [sentence] = found.sentences
    assert "is not this release's file" in sentence
    assert RELEASE.single_file.sha256 in sentence


@pytest.mark.parametrize(
    ("headers", "said"),
    [
        ({"Content-Type": "text/plain"}, "its Content-Type has to be text/html"),
        ({"Content-Disposition": "attachment; filename=a.html"}, "do not show it"),
        ({"Content-Security-Policy": "default-src 'self'"}, "lets its page ask no https://survey"),
        ({"Content-Security-Policy": "default-src 'self'"}, "lets its script not run"),
        ({"Content-Security-Policy": "sandbox; connect-src *"}, "lets its script not run"),
        ({"Content-Security-Policy": "connect-src https://other.example"}, "lets its page ask no"),
    ],
)
def test_headers_that_hinder_a_browser_are_named(look, headers, said):
    found = look(Holder(headers={"Content-Type": "text/html", **headers}))
    assert found.same
    assert any(said in sentence for sentence in found.sentences)


@pytest.mark.parametrize(
    "policy",
    [
        headers_of_single_file(RELEASE.single_file_policy)["Content-Security-Policy"],
        f"connect-src {COLLECTOR}; script-src 'unsafe-inline'",
        "frame-ancestors 'none'",
        "connect-src *; connect-src 'none'",
    ],
)
def test_policies_that_let_it_work_are_not_complained_of(look, policy):
    headers = {"Content-Type": "text/html", "Content-Security-Policy": policy}
    assert len(look(Holder(headers=headers)).sentences) == 1


def test_a_holder_that_is_down_or_has_no_file_is_said(authority):
    address = f"https://127.0.0.1:{unused_port()}{PAGE}"
    found = look_at_holder(address, COLLECTOR, RELEASE)
    assert found.same is None
    assert "cannot be reached" in found.sentences[0]
    assert "links lead there all the same" in found.sentences[0]
    with serving(Holder(), authority.context("holder")) as origin:
        found = look_at_holder(f"{origin}/other.html", COLLECTOR, RELEASE)
    assert (found.same, "answered 404" in found.sentences[0]) == (None, True)


def test_certificate_of_nobody_is_no_holder():
    with serving(Holder(), encrypted=True) as origin:
        found = look_at_holder(origin + PAGE, COLLECTOR, RELEASE)
    assert (found.same, "cannot be reached" in found.sentences[0]) == (None, True)


def test_schemes_that_browsers_do_not_mix_are_said(look):
    found = look(Holder(), "http://192.0.2.1:8000")
    assert any("not let a page that came by https reach a server at http" in each
               for each in found.sentences)  # fmt: skip
    assert len(look(Holder(), "http://127.0.0.1:8000").sentences) == 1
    with serving(Holder()) as origin:
        plain = look_at_holder(origin + PAGE, COLLECTOR, RELEASE)
    assert any("The page comes by http." in sentence for sentence in plain.sentences)


def test_a_holder_that_drips_bytes_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(held_client, "LOOK_SECONDS", 0.5)
    with dripping() as origin:
        found = look_at_holder(origin + PAGE, COLLECTOR, RELEASE)
    assert found.same is None
    assert "has not sent a whole reply within 0.5 seconds" in found.sentences[0]
