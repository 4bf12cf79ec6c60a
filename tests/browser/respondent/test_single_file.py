"""The client as one file: from a folder it works with any server, and takes little from it."""

import json
from itertools import islice
from urllib.parse import urlsplit

import pytest
from instruments import make_instrument, make_mixed_instrument, make_wave
from mutants import INSTRUMENT, mutants
from playwright.sync_api import expect
from ports import unused_port
from respondent_page import choose, expect_saved, fill_in, press_send, send
from single_file import CLIENT, open_link, put_changed_file, put_file, with_survey
from traces import Observer

from survey.core.instrument.digest_forms import short_form
from survey.core.responses.links import survey_link
from survey.core.responses.tokens import draw_tokens, hash_token
from survey.store import State, Survey
from survey.web.http.throttle import MOST_WRONG_TOKENS

ANSWERS = [1, 0, 1]
ANSWERS_OF_ALL_KINDS = [1, 2, (0, 1), 7, 3]


@pytest.fixture
def file(tmp_path) -> str:
    return put_file(tmp_path)


@pytest.fixture
def link(address, open_survey) -> str:
    """The survey's link, as the QR code has it."""
    return survey_link(f"{address}/s/{open_survey.code}", open_survey.instrument.digest)


@pytest.fixture
def posted(page) -> list[str]:
    """The addresses that this page posts to."""
    posted = []
    page.on("request", lambda request: request.method == "POST" and posted.append(request.url))
    return posted


def test_it_asks_for_the_link_and_sends_reports(page, file, link, store, open_survey, bodies):
    open_link(page, file, link)
    short = short_form(open_survey.instrument.digest)
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


@pytest.mark.parametrize("typed", ["", "no link", "https://example.org/", "ftp://host/s/bcd234"])
def test_what_is_no_link_is_said(page, file, typed):
    open_link(page, file, typed)
    expect(page.get_by_text("This is not a survey's link.")).to_be_visible()
    expect(page.get_by_label("Link of the survey")).to_be_focused()


def test_link_may_lack_its_scheme_and_its_digest(page, file, link, open_survey):
    open_link(page, file, f"  {link.partition('//')[2].partition('#')[0]}/ ")
    short = short_form(open_survey.instrument.digest)
    expect(page.get_by_text(f"Questionnaire {short}. Compare it")).to_be_visible()


@pytest.mark.exhaustive
def test_other_language_keeps_the_link(page, file, link):
    open_link(page, file, link)
    choose(page, ANSWERS)
    page.get_by_role("link", name="Deutsch").click()
    expect(page.get_by_role("button", name="Verwürfeln und senden")).to_be_visible()
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


def test_waves_repeat_their_reports_on_other_servers_too(page, file, address, store, bodies):
    instrument = make_wave(make_mixed_instrument())
    for code in ("wave34", "wave35"):
        store.surveys.add(Survey(code, instrument, State.OPEN))
        # localhost is another server to the client than 127.0.0.1.
        host = address if code == "wave34" else address.replace("127.0.0.1", "localhost")
        open_link(page, file, survey_link(f"{host}/s/{code}", instrument.digest))
        fill_in(page, instrument, ANSWERS_OF_ALL_KINDS)
        press_send(page)
        expect_saved(page)
    first, second = (json.loads(body) for body in bodies)
    assert first["reports"] == second["reports"]
    assert first["response_id"] != second["response_id"]


def test_what_was_drawn_on_the_servers_page_is_not_drawn_again(page, link, address, bodies):
    page.goto(link)
    send(page, ANSWERS)
    page.goto(with_survey(f"{address}/client.html", link))
    expect_saved(page)
    assert len(bodies) == 1


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


@pytest.mark.exhaustive
def test_ledger_counts_what_was_answered_in_the_file(page, file, link):
    open_link(page, file, link)
    send(page, ANSWERS)
    page.goto("about:blank")
    page.goto(file)
    page.get_by_text("Ledger of this browser").click()
    expect(page.get_by_role("row", name="Exams")).to_be_visible()


# From elsewhere ------------------------------------------------------------------------------


def test_file_from_a_server_says_whose_it_is(page, address):
    page.goto("/client.html")
    expect(page.get_by_text(f"This page came from {urlsplit(address).netloc},")).to_be_visible()


def test_file_from_a_folder_has_nobody_to_name(page, file):
    page.goto(file)
    expect(page.get_by_label("Link of the survey")).to_be_visible()
    expect(page.get_by_text("This page came from")).to_be_hidden()


def test_page_by_https_says_that_it_cannot_reach_http(page, open_survey):
    page.route(
        "https://elsewhere.example/**",
        lambda route: route.fulfill(body=CLIENT.single_file.content, content_type="text/html"),
    )
    link = survey_link("http://192.0.2.1/s/bcd234", open_survey.instrument.digest)
    open_link(page, "https://elsewhere.example/deniable.html", link)
    expect(page.get_by_text("A page that came by https cannot reach")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)


# Nothing is sent ------------------------------------------------------------------------------

NO_STORAGE = """Object.defineProperty(globalThis, 'localStorage', {
    get() { throw new DOMException("denied", "SecurityError"); }
});"""
NO_DATABASE = "Object.defineProperty(globalThis, 'indexedDB', {value: undefined});"
CLOSED_DATABASE = """IDBFactory.prototype.open = () => {
    throw new DOMException("denied", "SecurityError");
};"""


@pytest.mark.parametrize("missing", [NO_STORAGE, NO_DATABASE])
def test_without_durable_storage_nothing_is_asked(page, file, link, posted, missing):
    page.add_init_script(missing)
    open_link(page, file, link)
    expect(page.get_by_text("This browser keeps nothing for this page")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


def test_storage_that_fails_when_it_is_needed_keeps_all_from_being_sent(page, file, link, posted):
    page.add_init_script(CLOSED_DATABASE)
    open_link(page, file, link)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Nothing was sent: this browser's storage")).to_be_visible()
    assert posted == []


def test_another_questionnaire_is_refused(page, file, address, open_survey, posted):
    other = make_instrument("1/4")
    open_link(page, file, survey_link(f"{address}/s/{open_survey.code}", other.digest))
    expect(page.get_by_text("This is another questionnaire than your link")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


def test_no_altered_questionnaire_opens(page, file, address, store, posted, exhaustive):
    """In the page and in the file, which were given the digest: 8 mutants, or 300."""
    store.surveys.add(Survey("hstl34", INSTRUMENT, State.OPEN))
    link = survey_link(f"{address}/s/hstl34", INSTRUMENT.digest)
    served = []
    page.route(
        "**/instrument.json",
        lambda route: route.fulfill(
            body=served[-1],
            content_type="application/json",
            headers={"Access-Control-Allow-Origin": "*"},
        ),
    )
    for mutant in islice(mutants(), 300 if exhaustive else 8):
        served.append(mutant)
        for opened in (link, with_survey(file, link)):
            page.goto("about:blank")
            page.goto(opened)
            expect(page.get_by_text("This is another questionnaire than your link")).to_be_visible()
            expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert posted == []


def test_pages_and_scripts_of_the_server_are_not_asked_for(page, file, link, bodies):
    """Whatever they are: all but the three routes gives a script that sends the answers."""
    leak = "document.addEventListener('change', () => fetch('/leak', {method: 'POST'}))"
    page.route(
        lambda url: url.startswith("http") and not url.endswith(("json", "state", "responses")),
        lambda route: route.fulfill(body=leak, content_type="text/javascript"),
    )
    open_link(page, file, link)
    send(page, ANSWERS)
    assert len(bodies) == 1


# Without a network ----------------------------------------------------------------------------


@pytest.fixture
def unreachable(open_survey) -> str:
    """The link of the survey where no server answers."""
    address = f"http://127.0.0.1:{unused_port()}/s/{open_survey.code}"
    return survey_link(address, open_survey.instrument.digest)


def choose_file(page, name: str, content: str) -> None:
    expect(page.get_by_text("The server does not answer.")).to_be_visible()
    page.get_by_label("Choose the questionnaire's file").set_input_files(
        {"name": name, "mimeType": "application/json", "buffer": content.encode()}
    )


def test_response_is_handed_over_as_file_and_as_qr_code(
    page, file, unreachable, open_survey, respondent
):
    open_link(page, file, unreachable)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Delete the file once it is handed over")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    [line] = download.value.path().read_text().splitlines()
    handed = json.loads(line)
    assert (handed["format"], handed["code"]) == ("deniable-response/1", open_survey.code)
    response_id = handed["response"]["response_id"]
    name = f"deniable-{open_survey.code}-{response_id[:8]}.json"
    assert download.value.suggested_filename == name
    answer = respondent.post(f"/s/{open_survey.code}/responses", json=handed["response"])
    assert answer.status_code == 201
    page.get_by_role("button", name="Show as a QR code").click()
    expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()
    # A reload offers the same response again.
    page.reload()
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as a file").click()
    assert download.value.path().read_text().strip() == line


def test_waves_say_that_a_file_beside_their_tables_can_tell_the_answers(page, file, unreachable):
    instrument = make_wave(make_instrument("1/4", "1/3", "1/10"))
    address = unreachable.partition("#")[0]
    open_link(page, file, survey_link(address, instrument.digest))
    choose_file(page, "instrument.json", instrument.canonical_json)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Delete the file once it is handed over")).to_be_visible()


def test_response_is_sent_as_soon_as_the_server_answers(page, file, link, store, open_survey):
    def silent(route):
        route.abort()

    page.route("**/s/**", silent)
    open_link(page, file, link)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_role("heading", name="No network here?")).to_be_visible()
    page.unroute("**/s/**", silent)
    expect_saved(page)
    expect(page.get_by_role("heading", name="No network here?")).to_be_hidden()
    assert len(list(store.responses.all(open_survey.code))) == 1


@pytest.mark.parametrize("content", ["{}", make_instrument("1/4").canonical_json])
def test_file_that_is_not_the_questionnaire_is_refused_until_another_is_chosen(
    page, file, unreachable, open_survey, content
):
    # Without a digest in the link, any questionnaire would do.
    open_link(page, file, unreachable.partition("#")[0] if content == "{}" else unreachable)
    choose_file(page, "other.json", content)
    said = page.get_by_text("This file is not the questionnaire of your link.")
    expect(said).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    choose_file(page, "instrument.json", open_survey.instrument.canonical_json)
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    expect(said).to_be_hidden()


def test_response_is_offered_once_the_server_has_not_answered(page, file, link):
    held = []
    page.route("**/responses", lambda route: held.append(route))
    open_link(page, file, link)
    choose(page, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Sending")).to_be_visible()
    offered = page.get_by_role("heading", name="No network here?")
    expect(offered).to_be_hidden()
    page.route("**/responses", lambda route: route.abort())
    held[0].abort()
    expect(offered).to_be_visible()
    page.get_by_role("button", name="Show as a QR code").click()
    with page.expect_event("requestfailed"):
        pass
    # The picture outlives another attempt.
    expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()


# Promise 1 -----------------------------------------------------------------------------------


def observer_of(new_context, watched, store, address, instrument, put):
    """Sees what the file, `put` somewhere, does with a survey that has this instrument."""
    store.surveys.add(Survey("trac34", instrument, State.OPEN))
    link = survey_link(f"{address}/s/trac34", instrument.digest)
    return Observer(new_context, watched, with_survey(put, link), instrument)


def test_traces_of_the_file_are_identical_for_all_answers(
    new_context, watched, store, address, file
):
    instrument = make_instrument("1/4", "1/3")
    observer = observer_of(new_context, watched, store, address, instrument, file)
    answers = [(0, 0), (0, 1), (1, 0), (1, 1)]
    assert observer.count_leaks(answers, [(0, 1), (1, 1)]) == (0, 8)


def test_leak_of_the_file_is_caught(new_context, watched, store, address, tmp_path):
    pattern = r"  const kept = await memory"
    put = put_changed_file(tmp_path, pattern, f"  localStorage.last = answers[0];\n{pattern}")
    observer = observer_of(new_context, watched, store, address, make_instrument("1/4"), put)
    assert observer.count_leaks([(0,), (1,)], [(1,)]) == (1, 2)
