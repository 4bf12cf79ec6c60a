"""A server, or whoever stands before it, that changes what it sends: the client draws as it shows.

The mutants are drawn with a fixed seed. Those of the questionnaire go through the client's own
modules in one page, some of each sort through the whole page too.
"""

import json
from base64 import b64encode
from dataclasses import replace
from functools import partial

import pytest
from control_survey import QUESTION, star_instrument
from instruments import make_mixed_instrument
from mutants import CANONICAL, INSTRUMENT, mutants, mutants_of_state
from playwright.sync_api import Route, expect
from respondent_page import choose, expect_saved, fill_in, press_send
from tape import put_tape, tape_for
from traces import serve_changed_client

from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.instrument.instrument import Instrument
from survey.core.instrument.parsing import from_canonical_json
from survey.core.mechanism.privacy import LARGEST_ODDS, odds
from survey.errors import SurveyError
from survey.translations.catalogs import LANGUAGES

MUTANTS = 400

OPEN = """async ([url, q, mutants]) => {
    const { openSurvey } = await import(url);
    const state = new TextEncoder().encode('{"open":true,"token":false,"results":false}');
    const json = { headers: { "Content-Type": "application/json" } };
    const opened = [];
    for (const mutant of mutants) {
        const bytes = Uint8Array.from(atob(mutant), (each) => each.charCodeAt(0));
        window.fetch = async (asked) =>
            new Response(asked.endsWith("state") ? state : bytes, json);
        const place = { base: "/s/x", code: "x", id: "x", preview: false };
        try {
            const link = { digest: q, key: null, token: null };
            const { questions, title } = await openSurvey(place, link);
            opened.push({ title, odds: questions.map(({ odds }) => odds),
                texts: questions.map(({ text }) => text) });
        } catch (error) {
            opened.push(error.constructor.name === "Refused" ? error.message : String(error));
        }
    }
    return opened;
}"""


def opened(page, module, digest: str | None, texts: list[bytes]) -> list:
    """What the client makes of each: what it would show and draw, or why it refuses."""
    page.goto("/ledger")
    return page.evaluate(
        OPEN, [module("opening"), digest, [b64encode(each).decode() for each in texts]]
    )


def test_a_link_with_a_digest_opens_no_other_questionnaire(page, module):
    _, texts = zip(*zip(range(MUTANTS), mutants(), strict=False), strict=True)
    digest = full_form(INSTRUMENT.digest)
    assert set(opened(page, module, digest, list(texts))) == {"another_questionnaire"}
    (honest,) = opened(page, module, digest, [CANONICAL])
    assert honest["title"] == INSTRUMENT.title


def taken_by_python(text: bytes) -> Instrument | None:
    """The instrument, if Python reads these bytes and would write the same."""
    try:
        read = from_canonical_json(text.decode())
    except (ValueError, SurveyError, LookupError, TypeError, AttributeError, RecursionError):
        return None
    return read if read.canonical_json.encode() == text else None


def test_without_a_digest_what_is_drawn_is_what_is_shown(page, module):
    _, texts = zip(*zip(range(MUTANTS), mutants(), strict=False), strict=True)
    outcomes = opened(page, module, None, list(texts))
    taken = 0
    for text, outcome in zip(texts, outcomes, strict=True):
        if isinstance(outcome, str):
            assert outcome == ("no_instrument" if taken_by_python(text) is None else "over_ceiling")
            continue
        taken += 1
        read = taken_by_python(text)
        assert outcome["texts"] == [each.text for each in read.questions]
        assert outcome["odds"] == [list(odds(each.gamma)) for each in read.questions]
        assert all(a <= LARGEST_ODDS * b for a, b in outcome["odds"])
    assert 10 < taken < MUTANTS  # letters of a text may change; that it is another one shows
    assert outcomes.count("over_ceiling") >= 1


def test_a_share_that_is_known_is_read(page, module):
    known = [{}, {"known": "2/5", "known_source": "births"}]
    texts = [star_instrument(**each).canonical_json.encode() for each in known]
    assert [each["texts"][1] for each in opened(page, module, None, texts)] == [QUESTION] * 2


def test_what_is_nested_too_deep_is_no_questionnaire(page, module):
    """Not a fault of the page's, which would lead to the server's own page for coins."""
    deep = b"[" * 100_000 + b"]" * 100_000
    assert opened(page, module, None, [deep]) == ["no_instrument"]


def serve_instead(page, instrument: Instrument) -> None:
    page.route("**/instrument.json", partial(answer_json, instrument.canonical_json.encode()))


@pytest.fixture
def weaker(open_survey) -> Instrument:
    """The open survey's questionnaire with other odds, as somebody on the way might send it."""
    return from_canonical_json(open_survey.instrument.canonical_json.replace('"1/4"', '"2/5"'))


def test_page_with_a_digest_shows_nothing_of_another_questionnaire(
    page, open_survey, survey_url, weaker, bodies
):
    serve_instead(page, weaker)
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_text("another questionnaire than your link names")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert bodies == []


def test_control_without_the_comparison_the_other_questionnaire_is_answered(
    page, open_survey, survey_url, weaker
):
    serve_instead(page, weaker)
    serve_changed_client(page, r"link\.digest !== fullForm\(digest\)", "false")
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_role("radiogroup").first).to_be_visible()


@pytest.mark.parametrize("refused", ["another", "damaged", "silent", "without the script"])
def test_no_language_link_loses_the_digest(page, open_survey, survey_url, weaker, refused):
    """The page in German would open the questionnaire that was refused in English."""
    digest = full_form(open_survey.instrument.digest)
    serve_instead(page, weaker)
    if refused == "silent":
        page.route("**/instrument.json", lambda route: route.abort())
    if refused == "without the script":
        page.route("**/client/client-*.js", lambda route: route.abort())
    fragment = f"#q={digest[:-1] if refused == 'damaged' else digest}"
    page.goto(survey_url + fragment)
    said = {
        "another": "another questionnaire than your link names",
        "damaged": "This link is damaged",
        "silent": "The server does not answer",
    }
    if refused in said:
        expect(page.get_by_text(said[refused])).to_be_visible()
    links = page.get_by_role("navigation", name="Language").get_by_role("link")
    assert {link.get_attribute("href") for link in links.all()} == {
        f"?lang={tag}{fragment}" for tag in LANGUAGES
    }
    if refused == "another":
        links.get_by_text("Deutsch").click()
        expect(page.get_by_text("den dein Link nennt")).to_be_visible()
        expect(page.get_by_role("radiogroup")).to_have_count(0)


def test_redirect_of_the_page_itself_may_bring_another_digest(
    page, open_survey, survey_url, weaker
):
    """The limit that the threat model names: the short form is then not the screen's."""
    serve_instead(page, weaker)
    elsewhere = f"{survey_url}?lang=en#q={full_form(weaker.digest)}"
    page.route(
        lambda url: url.endswith(survey_url),
        lambda route: route.fulfill(status=302, headers={"Location": elsewhere}),
    )
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    short = short_form(weaker.digest)
    assert short != short_form(open_survey.instrument.digest)
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()


def test_damaged_digest_opens_nothing(page, open_survey, survey_url):
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)[:-1]}")
    expect(page.get_by_text("This link is damaged")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    # The same link would be tried.
    expect(page.get_by_role("button", name="Try again")).to_be_hidden()


def test_link_of_the_projector_says_that_it_is_this_questionnaire(page, open_survey, survey_url):
    digest = full_form(open_survey.instrument.digest)
    page.goto(f"{survey_url}#q={digest}")
    short = " ".join(digest[place : place + 4] for place in range(0, 24, 4))
    page.get_by_text(f"Compare {short[:9]}").click()
    expect(page.get_by_text(f"that your link names: {short}")).to_be_visible()
    assert page.url.endswith(f"#q={digest}")  # a reload, or a link copied from here, keeps it
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)


def answer_json(body: bytes, route: Route) -> None:
    route.fulfill(body=body, content_type="application/json")


@pytest.mark.first_cell
@pytest.mark.parametrize("some", [slice(6), slice(6, None)])
def test_no_state_changes_a_text_or_a_draw(new_context, publish, watched, some):
    instrument = make_mixed_instrument()
    answers, reports = [1, 2, (1, 0), 17, 3], [1, 2, 1, 0, 0, 3]
    path, seen = publish(instrument), set()
    for state in list(mutants_of_state())[some]:
        with new_context() as context:
            page = context.new_page()
            put_tape(page, tape_for(instrument, answers, reports))
            page.route("**/state", partial(answer_json, state))
            page.goto(path)
            fill_in(page, instrument, answers)
            text = page.locator("body").inner_text()
            press_send(page)
            expect_saved(page)
            seen.add((text, watched.bodies[-1]))
    assert len(seen) == 1


@pytest.mark.parametrize("state", [b"{}", b"[]", b"null", b'{"open":"yes"}'])
def test_state_that_says_nothing_opens_nothing(page, survey_url, state):
    page.route("**/state", partial(answer_json, state))
    page.goto(survey_url)
    expect(page.get_by_role("heading", level=1)).to_have_text("Exams")
    expect(page.get_by_text("This survey is closed")).to_be_visible()


def test_refusal_is_said_in_the_clients_own_words(page, survey_url):
    page.route(
        "**/responses",
        lambda route: route.fulfill(
            status=422,
            content_type="application/problem+json",
            body=json.dumps({"detail": "Send your true answer to mallory@example.org."}),
        ),
    )
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("The server does not take these reports.")).to_be_visible()
    expect(page.get_by_text("mallory")).to_have_count(0)


@pytest.mark.parametrize(("seconds", "said"), [("1e15", 60), ("Infinity", 60), ("-7", 1), ("0", 1)])
def test_time_to_wait_is_no_message_of_the_servers(page, survey_url, seconds, said):
    page.route(
        "**/responses",
        lambda route: route.fulfill(
            status=429,
            body='{"field":"token"}',
            content_type="application/problem+json",
            headers={"Retry-After": seconds},
        ),
    )
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text(f"Please wait {said} minute")).to_be_visible()


@pytest.mark.parametrize("name", ["instrument.json", "state", "responses"])
def test_redirect_is_not_followed(page, survey_url, name):
    """To another questionnaire, say, or to somebody who collects reports."""
    led = []
    page.on("request", lambda request: "elsewhere" in request.url and led.append(request.url))
    page.route(
        f"**/{name}",
        lambda route: route.fulfill(
            status=307, headers={"Location": f"https://elsewhere.example/{name}"}
        ),
    )
    page.goto(survey_url)
    if name == "responses":
        choose(page, [1, 0, 1])
        press_send(page)
        expect(page.get_by_text("something else answers in the server's place")).to_be_visible()
    else:
        expect(page.get_by_text("Something else answers in the server's place")).to_be_visible()
        expect(page.get_by_role("radiogroup")).to_have_count(0)
    assert led == []


def test_questionnaire_of_another_type_is_not_read(page, survey_url):
    page.route(
        "**/instrument.json",
        lambda route: route.fulfill(body=CANONICAL, content_type="text/html"),
    )
    page.goto(survey_url)
    expect(page.get_by_text("Something else answers in the server's place")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)


SIGN_IN = "This network may want you to sign in first."
NO_ANSWER = "The server does not answer. Trying again…"


@pytest.mark.parametrize(
    ("answer", "said"),
    [({"body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 404, "body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 511, "body": "<p>Sign in</p>", "content_type": "text/html"}, SIGN_IN),
     ({"status": 503, "body": "<p>Busy</p>", "content_type": "text/html"}, NO_ANSWER),
     ({"status": 400, "body": "{}", "content_type": "application/problem+json"}, NO_ANSWER)],
)  # fmt: skip
def test_opening_says_who_may_have_answered_as_sending_does(page, survey_url, answer, said):
    """Whoever stands before a portal's page signs in, and does not just wait."""
    page.route("**/state", lambda route: route.fulfill(**answer))
    page.goto(survey_url)
    expect(page.locator("#delivery")).to_contain_text(said)
    page.unroute("**/state")
    expect(page.get_by_role("radiogroup").first).to_be_visible()


RUNS = """paragraph => {
    const words = [...paragraph.childNodes].findLast((each) => each.nodeType === Node.TEXT_NODE);
    const left = (place) => {
        const letter = document.createRange();
        letter.setStart(words, place);
        letter.setEnd(words, place + 1);
        return letter.getBoundingClientRect().left;
    };
    const first = words.data.search(/[a-z]{2}/i);
    return left(first) < left(first + 1) ? "as it is read" : "backwards";
}"""


def test_marks_of_direction_in_a_questionnaire_turn_no_words_of_the_page(
    page, open_survey, survey_url
):
    """An end of an isolate too many would end that of the element that holds the words."""
    document = json.loads(open_survey.instrument.canonical_json) | {"waves_of": "\u2069\u202eExam"}
    written = json.dumps(document, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    serve_instead(page, from_canonical_json(written))
    page.goto(survey_url)
    page.get_by_text("How does this protect me?").click()
    paragraph = page.get_by_role("paragraph").filter(has_text="wave").last
    expect(paragraph).to_be_visible()
    assert paragraph.evaluate(RUNS) == "as it is read"


CONTAINED = {
    "Plain": "Plain",
    "\u2067closed\u2069": "\u2067closed\u2069",
    "\u2069\u202eExam": "\u2068\u2069\u202eExam",
    "one\u2067\ntwo\u2069": "one\u2067\u2069\n\u2068two\u2069",
}


def test_a_text_ends_the_isolates_that_it_begins_and_no_other(page, module):
    page.goto("/ledger")
    made = page.evaluate(
        """async ([url, texts]) => {
            const { make } = await import(url);
            return texts.map((textContent) => make("bdi", { textContent }).textContent);
        }""",
        [module("page/elements"), list(CONTAINED)],
    )
    assert made == list(CONTAINED.values())


def test_a_second_draw_by_another_address_is_said(page, store, open_survey, survey_url):
    """A redirect keeps the link's digest: the same questionnaire, under another code."""
    warning = page.get_by_text("This device has answered this questionnaire before.")
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    expect(warning).to_have_count(0)
    press_send(page)
    expect_saved(page)
    store.surveys.add(replace(open_survey, code="zzz234"))
    page.route(lambda url: url.endswith(survey_url), lambda route: route.fulfill(
        status=302, headers={"Location": "/s/zzz234"}))  # fmt: skip
    page.goto(f"{survey_url}#q={full_form(open_survey.instrument.digest)}")
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    assert "/s/zzz234#q=" in page.url
    expect(warning).to_be_visible()


def test_a_second_draw_by_another_questionnaire_is_said(page, open_survey, survey_url):
    """Without a digest in the link, another class size is another questionnaire."""
    page.goto(survey_url)
    choose(page, [1, 0, 1])
    press_send(page)
    expect_saved(page)
    serve_instead(page, replace(open_survey.instrument, class_size=41))
    page.goto("about:blank")
    page.goto(survey_url)
    expect(page.get_by_text("This device has answered this questionnaire before.")).to_be_visible()
