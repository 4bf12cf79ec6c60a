"""The presenter view without its script: every slide is an address."""

import html
import math
import re
import secrets
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from instruments import alone, make_instrument, make_mixed_instrument
from opened_again import come_after_the_statement, force_state
from public_figures import show_to_all
from quantities import make_share
from signing_keys import linked_key

from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.instrument.instrument import Question
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.wire.stating import sign_missing_statements

PATH = "/surveys/bcd234/present"
YES_NO = Question("Did you cheat?", Fraction(1, 4))


class Seen(HTMLParser):
    """The tags and text of a page that are not inside a hidden element."""

    VOID = {"img", "input", "br", "meta", "link", "col"}

    def __init__(self):
        super().__init__()
        self.parts: list[str] = []
        self._hidden = 0  # how many elements are open since one was hidden

    def handle_starttag(self, tag, attributes):
        if self._hidden or "hidden" in dict(attributes) or tag in {"dialog", "head"}:
            self._hidden += tag not in self.VOID
        else:
            self.parts.append(f"<{tag}>")

    def handle_endtag(self, tag):
        if self._hidden:
            self._hidden -= 1
        else:
            self.parts.append(f"</{tag}>")

    def handle_data(self, text):
        if not self._hidden:
            self.parts.append(text)


def seen(page: str) -> str:
    """What is visible of a page."""
    parser = Seen()
    parser.feed(page)
    return "".join(parser.parts)


def test_first_slide_is_how_to_join(instructor, store, mixed_survey):
    page = seen(instructor.get(f"{PATH}?slide=0").text)
    assert "This survey is closed" in page
    assert "bcd 234" not in page
    assert "Did you cheat?" not in page
    force_state(store, "bcd234", "open")
    page = seen(instructor.get(PATH).text)
    assert "bcd 234" in page
    assert "<bdi>localhost</bdi>" in page  # which asks for the code
    assert "/s/bcd234" not in page
    assert mixed_survey.instrument.digest[:4] not in page  # the short form, and no other
    assert short_form(mixed_survey.instrument.digest) in page


def test_a_closed_survey_begins_with_its_first_result(instructor, mixed_survey):
    answer = instructor.get(PATH)
    assert answer.status_code == 302
    assert answer.headers["Location"] == f"{PATH}?slide=1&results=shown"


@pytest.mark.parametrize("number", range(1, 6))
def test_a_question_is_asked_first_and_its_results_are_another_address(
    instructor, mixed_survey, number
):
    question = mixed_survey.instrument.questions[number - 1]
    page = seen(instructor.get(f"{PATH}?slide={number}").text)
    assert question.text in page
    assert "Results hidden" in page
    assert "<rect" not in page.split("<main")[1]
    assert not re.search(r"\d%", page)
    shown = seen(instructor.get(f"{PATH}?slide={number}&results=shown").text)
    assert "Results hidden" not in shown
    assert "<rect" in shown.split("<main")[1]
    others = {each.text for each in mixed_survey.instrument.questions} - {question.text}
    assert not any(other in shown for other in others)


def shown_of(instructor, store, question: Question, reports: list[int], state=State.CLOSED) -> str:
    """The slide of a survey's only question, its results shown."""
    survey = Survey("one234", alone(question), State.OPEN, fewest_responses=1)
    store.surveys.add(survey)
    for report in reports:
        response = Response(survey.instrument.digest, secrets.token_hex(16), (report,))
        store.responses.add("one234", response)
    show_to_all(store, "one234")
    if state is State.CLOSED:
        store.surveys.set_state("one234", state)
    page = instructor.get("/surveys/one234/present?slide=1&results=shown").text
    return " ".join(re.sub("<[^>]*>", " ", seen(page)).split())


def test_a_slide_has_one_figure_and_one_range(instructor, store):
    slide = shown_of(instructor, store, YES_NO, [1] * 405 + [0] * 595, State.OPEN)
    assert "31% would truthfully say yes" in slide
    low, high = make_share(1000, 405, YES_NO.gamma).interval("anytime")
    told = (
        f"between {math.ceil(1000 * low)} and {math.floor(1000 * high)} of the 1,000 who answered"
    )
    assert f"{told} 95%, however often you look" in slide
    assert "1,000 or more of 100" in slide


def test_once_closed_the_interval_still_holds_however_often_anybody_looked(instructor, store):
    """It was closed by hand, with figures in view."""
    slide = shown_of(instructor, store, YES_NO, [1] * 405 + [0] * 595)
    assert "of the 1,000 who answered 95%, however often you look" in slide
    assert "1,000 of 100 responses" in slide


def test_a_class_whose_figures_waited_for_the_closing_is_told_exactly(instructor, store):
    survey = Survey("one234", make_instrument(), State.OPEN)
    store.surveys.add(survey)
    store.surveys.set_limits("one234", None, True)
    for report in [1] * 40 + [0] * 60:
        response = Response(survey.instrument.digest, secrets.token_hex(16), (report,))
        store.responses.add("one234", response)
    store.surveys.set_state("one234", State.CLOSED)
    page = instructor.get("/surveys/one234").text
    assert "for exactly this class (95%)" in page
    assert "however often you look (95%)" not in page


def test_a_slide_shows_no_figure_where_nothing_is_known(instructor, store):
    slide = shown_of(instructor, store, YES_NO, [1] * 7 + [0] * 8, State.OPEN)
    assert "say yes" not in slide
    assert re.search(r"Too few yet: about \d+ more", slide)
    assert {*re.findall(r"\d+%", slide)} == {"0%", "100%"}  # the ends of the scale


def test_a_slide_leaves_out_the_end_that_no_class_has(instructor, store):
    """The estimate is (12/60 − 1/4)/(1/2), and the figure is that of the survey's own page."""
    slide = shown_of(instructor, store, YES_NO, [1] * 12 + [0] * 48, State.OPEN)
    assert "0% would truthfully say yes" in slide
    assert "−10% would" not in slide
    assert "Chance carried the estimate to −10%, beyond what a class can have." in slide
    assert re.search(r"at most \d+ of the 60 who answered", slide)
    assert 'class="big hero">0%' in instructor.get("/surveys/one234").text


def test_options_are_projected_within_their_scale_and_the_largest_is_said_to_be_beyond(
    instructor, store
):
    """Of two options at γ 1/4, that is (48/60 − 1/4)/(1/2) for the first: 110%."""
    question = make_mixed_instrument().questions[1]
    choice = replace(question, gamma=Fraction(1, 4), listed=("Left", "Right"))
    slide = shown_of(instructor, store, choice, [0] * 48 + [1] * 12)
    assert "100% Left" in slide
    assert re.search(r"Right .*0% at most \d+", slide)
    assert "110% Left" not in slide
    assert "Chance carried the estimate to 110%, beyond what a class can have." in slide


def test_an_option_that_no_class_could_have_chosen_so_rarely_is_not_of_too_few(instructor, store):
    choice = replace(make_mixed_instrument().questions[1], gamma=Fraction(1, 4))
    slide = shown_of(instructor, store, choice, [0] * 200)
    assert "rare chance, or false reports" in slide
    assert "too few" not in slide.lower()


@pytest.mark.parametrize(
    ("state", "words"), [(State.OPEN, "too few yet"), (State.CLOSED, "too few")]
)
def test_an_option_of_which_nothing_is_known_has_no_figure(instructor, store, state, words):
    choice = replace(make_mixed_instrument().questions[1], gamma=Fraction(1, 4))
    slide = shown_of(instructor, store, choice, [0, 1, 2, 0, 1], state)
    assert slide.count(f"– {words}") == 3
    assert ("too few yet" in slide) == (state is State.OPEN)
    assert not re.search(r"\d%", slide)


@pytest.mark.parametrize(("each", "soft"), [(10, True), (200, False)])
def test_an_option_that_leads_by_a_wide_band_has_a_soft_figure(instructor, store, each, soft):
    choice = replace(make_mixed_instrument().questions[1], gamma=Fraction(1, 4))
    shown_of(instructor, store, choice, [0] * 2 * each + [1, 2] * each)
    page = instructor.get("/surveys/one234/present?slide=1&results=shown").text
    assert ('class="slide-figure"><strong class="unsure">' in page) == soft


def test_weak_protection_is_said_beside_the_figure(instructor, store):
    weak = replace(YES_NO, gamma=Fraction(9, 20))
    said = "each report to this question is strong evidence of the answer"
    assert said in shown_of(instructor, store, weak, [1] * 30 + [0] * 30)


def test_reports_that_no_class_could_send_are_said_to_be_so(instructor, store):
    slide = shown_of(instructor, store, YES_NO, [1] * 200)
    assert "No class of 200 respondents could plausibly have sent this" in slide


def add(store, survey, responses: int) -> None:
    for _ in range(responses):
        reports = (0,) * len(survey.instrument.items)
        response = Response(survey.instrument.digest, secrets.token_hex(16), reports)
        store.responses.add(survey.code, response)


def test_what_is_projected_of_an_open_survey_does_not_move_with_one_response(
    instructor, store, open_survey
):
    def page() -> str:
        return re.sub(r'name="csrf_token"[^>]*>', "", instructor.get(f"{PATH}?slide=1").text)

    pages = []
    for _ in range(26):
        add(store, open_survey, 1)
        pages.append(page())
    moves = [n for n in range(2, 27) if pages[n - 1] != pages[n - 2]]
    assert moves == [15, 25]
    assert "The count appears once 15 have responded" in pages[0]
    assert "<strong>20</strong> or more of 100" in pages[-1]
    assert all(re.search(r"more\.", each) is None for each in pages)  # how many are missing


def test_links_lead_through_all_slides_and_keep_the_confidence(instructor, mixed_survey):
    path, met = f"{PATH}?slide=0&confidence=99", []
    while True:
        page = instructor.get(path).text
        met.append(re.search(r"<h1>(.*?)</h1>", seen(page))[1])
        following = re.search(r'data-do="next" [^>]*href="([^"]+)"', page)[1].replace("&amp;", "&")
        assert "confidence=99" in following
        if following == path:
            break
        path = following
    assert len(met) == 7
    assert met[-1] == "What these figures mean"


def test_fewest_responses_rule_holds(instructor, store, open_survey):
    page = instructor.get(f"{PATH}?slide=1&results=shown").text
    assert "There are no figures before 15 responses have come." in seen(page)
    assert "<rect" not in page.split("<main")[1]
    store.surveys.set_state("bcd234", State.CLOSED)
    page = instructor.get(f"{PATH}?slide=1&results=shown").text
    assert "Too few answered: 0 of the 5 needed." in seen(page)


@pytest.mark.parametrize("slide", ["-1", "5", "x", "²", "99999999", ""])
def test_a_slide_that_is_not_there_is_said(instructor, open_survey, slide):
    answer = instructor.get(f"{PATH}?slide={slide}")
    assert answer.status_code == 422
    assert "This survey has slides 0 to 4." in answer.text


def test_unchanged_slides_are_not_sent_again(instructor, mixed_survey):
    answer = instructor.get(f"{PATH}?slide=1")
    etag = {"If-None-Match": answer.headers["ETag"]}
    assert instructor.get(f"{PATH}?slide=1", headers=etag).status_code == 304
    assert instructor.get(f"{PATH}?slide=2", headers=etag).status_code == 200


def test_a_draft_can_be_rehearsed(instructor, store, mixed_survey):
    instructor.post("/surveys/bcd234/duplicate")
    (copy,) = {each.code for each in store.surveys.all()} - {"bcd234"}
    page = seen(instructor.get(f"/surveys/{copy}/present").text)
    assert "This survey is a draft. It takes no responses yet." in page


def test_the_check_of_reach_is_told_where_the_instructor_is_at_this_machine(
    app, instructor, open_survey
):
    def told(address: str) -> bool:
        asked = {"REMOTE_ADDR": address}
        return "Your phone can reach this ✓" in instructor.get(PATH, environ_overrides=asked).text

    assert not told("127.0.0.1")
    read = "/s/bcd234/instrument.json"
    app.test_client().get(read, environ_overrides={"REMOTE_ADDR": "192.0.2.44"})
    assert told("127.0.0.1")
    assert not told("192.0.2.9")  # on a server: it may have been this instructor's own browser


def test_where_only_this_machine_reaches_the_app_the_command_is_said(instructor, open_survey):
    page = instructor.get(PATH).text
    assert "Phones cannot reach localhost" in page
    assert '<code class="command">survey serve --lan</code>' in page


def test_a_closed_survey_is_reached_by_no_phone_and_says_nothing_of_it(instructor, mixed_survey):
    assert "Phones cannot reach" not in instructor.get(f"{PATH}?slide=0").text


def test_the_link_to_copy_has_digest_and_key(app, instructor, open_survey):
    page = instructor.get(PATH).text
    link = re.search(r'<input readonly[^>]* value="([^"]+)"', page)[1]
    digest = full_form(open_survey.instrument.digest)
    assert html.unescape(link).endswith(f"/s/bcd234#q={digest}&k={linked_key(app)}")


def test_the_last_slide_compares_the_digest_and_overclaims_nothing(instructor, store):
    survey = Survey("two234", make_instrument(*["1/4"] * 8), State.OPEN)
    store.surveys.add(survey)
    page = seen(instructor.get("/surveys/two234/present?slide=9").text)
    assert short_form(survey.instrument.digest) in page
    assert "Hardly any protection" in page
    assert "no proof" not in page


def test_what_no_statement_covers_is_not_projected(app, instructor, store, open_survey):
    add(store, open_survey, 30)
    store.surveys.set_state("bcd234", State.CLOSED)
    sign_missing_statements(store, app.extensions["signing_key"])
    come_after_the_statement(store, "bcd234", [])
    force_state(store, "bcd234", "open")
    add(store, open_survey, 4)
    force_state(store, "bcd234", "closed")
    page = instructor.get(f"{PATH}?slide=1&results=shown").text
    assert "<strong>30</strong> of 100 responses" in page
    assert "34 of 100" in instructor.get("/surveys/bcd234").text  # the instructor's own
