"""A link that was changed on its way leads where it was meant to, and tells no log of its token."""

import pytest
from mangled_links import ENCODED, FULL, KEY, OTHER_PAGES, PATHS, TOKEN, TRACKED

from survey.core.responses.links import LinkParts, link_parts, mended_link
from survey.web.accounts.sign_in import make_sign_in_link

FRAGMENT = {"q": FULL, "k": KEY, "t": TOKEN}


def follow(client, path: str, most: int = 3) -> tuple[list[str], object]:
    """The addresses that are led through, and the last answer."""
    led = []
    answer = client.get(path)
    while answer.status_code in {301, 302, 307, 308} and len(led) < most:
        led.append(answer.headers["Location"])
        answer = client.get(led[-1])
    return led, answer


@pytest.mark.parametrize("path", PATHS)
def test_address_leads_to_the_survey(respondent, open_survey, path):
    led, answer = follow(respondent, path)
    assert answer.status_code == 200
    assert answer.request.path == "/s/bcd234"
    assert answer.data == respondent.get("/s/bcd234").data
    assert all(each.startswith(("/s/", "http://localhost/s/")) for each in led)


@pytest.mark.parametrize("path", ENCODED)
def test_page_comes_at_once_where_digest_and_token_are_in_the_address(
    respondent, open_survey, path
):
    """Of two requests two logs would have the token: the page mends its own address."""
    answer = respondent.get(path.format(**FRAGMENT))
    assert answer.status_code == 200
    assert answer.data == respondent.get("/s/bcd234").data
    assert "Location" not in answer.headers
    for each in FRAGMENT.values():
        assert each not in f"{answer.headers}{answer.text}"


@pytest.mark.parametrize("path", ENCODED + TRACKED)
def test_commands_read_the_same_from_it(path):
    link = "http://127.0.0.1:8000" + path.format(**FRAGMENT)
    parts = link_parts(link)
    assert (parts.digest, parts.key) == (parts_of_whole().digest, parts_of_whole().key)
    assert parts.token.split()[0] == TOKEN
    assert mended_link(link).partition("#")[0] == "http://127.0.0.1:8000/s/bcd234"


def parts_of_whole() -> LinkParts:
    return link_parts(f"/s/bcd234#q={FULL}&k={KEY}&t={TOKEN}")


def test_sign_of_a_tracker_is_no_fragment():
    link = f"http://h.example/s/bcd234?fbclid=IwAR0%23aem_{'A' * 60}"
    assert link_parts(link) == LinkParts(None, None)


@pytest.mark.parametrize("path", PATHS)
def test_commands_read_the_address_alone(path):
    assert mended_link(f"http://h.example{path}") == "http://h.example/s/bcd234"


@pytest.mark.parametrize(("path", "meant"), OTHER_PAGES)
def test_what_stands_behind_the_address_of_another_page_is_left_out(
    respondent, open_survey, path, meant
):
    assert follow(respondent, path)[0] == [meant]


def test_unknown_code_is_said_to_be_unknown(respondent, open_survey):
    for path in ("/s/xyz789.", f"/s/xyz789%23q={FULL}&t={TOKEN}"):
        _, answer = follow(respondent, path)
        assert answer.status_code == 404
        assert answer.data == respondent.get("/s/xyz789").data


@pytest.mark.parametrize(
    "path",
    ["/s/bcd234/nosuch", "/s/bcd234/state/x", "/nosuch.", "/s/.", "/s/%2F%2Fevil.example.",
     "/s/../../evil.example)", "/s/evil.example/https://evil.example"],
)  # fmt: skip
def test_what_is_no_page_stays_none(respondent, open_survey, path):
    led, answer = follow(respondent, path)
    assert answer.status_code == 404
    assert all("//" not in each.removeprefix("http://localhost/") for each in led)


def test_sign_in_link_may_be_copied_with_a_full_stop(app, store):
    assert app.test_client().get(f"{make_sign_in_link(store)}).").status_code == 200
