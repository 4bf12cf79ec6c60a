"""From a folder it works with any server: it asks for the link, and sends reports."""

import json
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import expect
from release_client import RELEASE
from respondent_page import choose, expect_saved, press_send, send, send_button
from single_file import open_link, with_survey

from survey.core.instrument.digest_forms import short_form
from survey.core.responses.links import survey_link
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.web.http.throttle import MOST_WRONG_TOKENS

ANSWERS = [1, 0, 1]
ANSWERS_OF_ALL_KINDS = [1, 2, (0, 1), 7, 3]


def test_it_asks_for_the_link_and_sends_reports(page, file, link, store, open_survey, bodies):
    open_link(page, file, link)
    short = short_form(open_survey.instrument.digest)
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()
    choose(page, ANSWERS)
    press_send(page)
    expect_saved(page)
    [(response_id, reports)] = store.responses.all(open_survey.code)
    sent = json.loads(bodies[0])
    assert sent == {
        "instrument": open_survey.instrument.digest,
        "response_id": response_id,
        "reports": list(reports),
    }
    page.reload()
    expect_saved(page)
    assert len(bodies) == 1


def test_it_asks_the_server_for_three_things_alone(page, file, link, watched):
    asked = []
    page.on("request", lambda request: asked.append(request.url))
    open_link(page, file, link)
    choose(page, ANSWERS)
    press_send(page)
    expect_saved(page)
    routes = {"instrument.json", "state", "responses"}
    others = {url for url in asked if not url.startswith((file, "data:"))}
    assert {url.rpartition("/")[2] for url in others} == routes
    assert {request[1].rpartition("/")[2] for request in watched.requests} == routes
    for _, _, headers, _ in watched.requests:
        assert not {"HTTP_COOKIE", "HTTP_REFERER"} & set(headers)


@pytest.mark.exhaustive
@pytest.mark.parametrize("typed", ["", "no link", "https://example.org/", "ftp://host/s/bcd234"])
def test_what_is_no_link_is_said(page, file, typed):
    open_link(page, file, typed)
    expect(page.get_by_text("This is not a survey's link.")).to_be_visible()
    expect(page.get_by_label("Link of the survey")).to_be_focused()


@pytest.mark.first_cell
@pytest.mark.parametrize("around", ["Hi, here: {} See you!", "‹{}›", "({}).", "Link:\n<{}>\n"])
def test_link_may_be_copied_with_the_words_around_it(page, file, link, open_survey, around):
    for copied in (link, link.partition("#")[0]):
        open_link(page, file, around.format(copied))
        page.get_by_text(f"Compare {short_form(open_survey.instrument.digest)[:9]}").click()
        names = "that your link names" if "#" in copied else "Compare it with the one"
        expect(page.get_by_text(names)).to_be_visible()
        page.goto("about:blank")


@pytest.mark.first_cell
@pytest.mark.parametrize("mark", ["%23", "%2523", ").#"])
def test_link_may_have_been_changed_by_a_chat(page, file, link, open_survey, mark):
    open_link(page, file, link.replace("#", mark))
    page.get_by_text(f"Compare {short_form(open_survey.instrument.digest)[:9]}").click()
    expect(page.get_by_text("that your link names")).to_be_visible()


@pytest.mark.parametrize("more", ["", "&k=9D2K"])
def test_damaged_link_is_said_where_it_can_be_copied_again(page, file, link, more):
    open_link(page, file, link + more if more else link[:-1])
    expect(page.get_by_text("This is not a survey's link. Please copy all of it.")).to_be_visible()
    expect(page.get_by_label("Link of the survey")).to_be_focused()


@pytest.mark.exhaustive
def test_link_may_lack_its_scheme_and_its_digest(page, file, link, open_survey):
    open_link(page, file, f"  {link.partition('//')[2].partition('#')[0]}/ ")
    short = short_form(open_survey.instrument.digest)
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"Questionnaire {short}. Compare it")).to_be_visible()


@pytest.mark.exhaustive
def test_other_language_keeps_the_link(page, file, link):
    open_link(page, file, link)
    choose(page, ANSWERS)
    page.once("dialog", lambda dialog: dialog.accept())  # which clears the answers
    page.get_by_role("link", name="Deutsch").click()
    expect(send_button(page)).to_be_visible()
    assert page.locator("html").get_attribute("lang") == "de"
    page.get_by_role("link", name="العربية").click()
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.get_by_role("radiogroup")).to_have_count(3)


def test_it_speaks_the_readers_language_before_it_has_a_link(new_context, file):
    page = new_context(locale="fr-CA").new_page()
    page.goto(file)
    expect(page.get_by_role("heading", name="Répondre à une enquête")).to_be_visible()


def test_token_comes_with_the_link(page, file, link, app, store, open_survey, bodies):
    [token] = draw_tokens(1)
    store.surveys.add_tokens(open_survey.code, [hash_token(app.config["SECRET_KEY"], token)])
    open_link(page, file, f"{link}&t={token}")
    send(page, ANSWERS)
    assert json.loads(bodies[0])["token"] == token
    assert token not in page.url


@pytest.mark.exhaustive
def test_how_long_to_wait_with_a_wrong_token_is_read_from_another_origin(
    page, file, link, app, store, open_survey
):
    [token] = draw_tokens(1)
    store.surveys.add_tokens(open_survey.code, [hash_token(app.config["SECRET_KEY"], token)])
    guess = {"instrument": open_survey.instrument.digest, "response_id": "1" * 32,
             "reports": ANSWERS, "token": "z" * 30}  # fmt: skip
    for _ in range(MOST_WRONG_TOKENS):
        page.request.post(link.partition("#")[0] + "/responses", data=guess)
    open_link(page, file, f"{link}&t={'z' * 30}")
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Please wait 15 minutes.")).to_be_visible()


@pytest.mark.exhaustive
def test_what_was_drawn_on_the_servers_page_is_not_drawn_again(page, link, address, bodies):
    page.goto(link)
    send(page, ANSWERS)
    page.goto(with_survey(f"{address}/client.html", link))
    expect_saved(page)
    assert len(bodies) == 1


@pytest.mark.first_cell
@pytest.mark.parametrize("spelled", ["//s/bcd234", "/s/BCD-234/", "/s/%62cd234", "/%73/bcd234"])
def test_other_spellings_of_the_link_draw_nothing_again(page, file, link, bodies, spelled):
    open_link(page, file, link)
    send(page, ANSWERS)
    page.goto("about:blank")
    assert "/s/bcd234" in link
    page.goto(with_survey(file, link.replace("/s/bcd234", spelled)))
    expect_saved(page)
    assert len(bodies) == 1


def test_whole_link_behind_the_files_own_address_does_not_lose_its_digest(page, file, link):
    """With its "#" not encoded, all behind it is a part of the address."""
    page.goto(f"{file}#s={link}")
    expect(page.get_by_label("Link of the survey")).to_be_visible()


def open_ledger_after_a_response(page, file, link):
    open_link(page, file, link)
    send(page, ANSWERS)
    page.goto("about:blank")
    page.goto(file)
    page.get_by_text("Ledger of this browser").click()


@pytest.mark.exhaustive
def test_ledger_counts_what_was_answered_in_the_file(page, file, link):
    open_ledger_after_a_response(page, file, link)
    expect(page.get_by_role("row", name="Exams")).to_be_visible()


def test_clearing_the_ledger_in_the_file_goes_on_at_its_heading(page, file, link):
    """2.4.3: the button that was pressed is gone."""
    open_ledger_after_a_response(page, file, link)
    page.get_by_role("button", name="Clear the ledger").press("Enter")
    page.get_by_role("dialog").get_by_role("button", name="Clear it").press("Enter")
    expect(page.get_by_role("heading", name="Answer a survey")).to_be_focused()


def test_file_from_a_server_says_whose_it_is(page, address, link):
    page.goto("/client.html")
    expect(page.get_by_text(f"This page came from {urlsplit(address).netloc},")).to_be_visible()
    # A server can lead to it with the survey already there.
    page.goto("about:blank")
    page.goto(with_survey(f"{address}/client.html", link))
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(page.get_by_text(f"This page came from {urlsplit(address).netloc},")).to_be_visible()


@pytest.mark.exhaustive
def test_file_from_a_folder_has_nobody_to_name(page, file):
    page.goto(file)
    expect(page.get_by_label("Link of the survey")).to_be_visible()
    expect(page.get_by_text("This page came from")).to_be_hidden()


@pytest.mark.exhaustive
def test_page_by_https_says_that_it_cannot_reach_http(page, open_survey):
    page.route(
        "https://elsewhere.example/**",
        lambda route: route.fulfill(body=RELEASE.single_file.content, content_type="text/html"),
    )
    link = survey_link("http://192.0.2.1/s/bcd234", open_survey.instrument.digest)
    open_link(page, "https://elsewhere.example/deniable.html", link)
    expect(page.get_by_text("A page that came by https cannot reach")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
