"""The presenter view without its script: every slide is an address."""

import re
import secrets
from dataclasses import replace
from fractions import Fraction
from html.parser import HTMLParser

import pytest
from instruments import alone, make_mixed_instrument

from survey.core.instrument.questions import Question
from survey.core.responses.response import Response
from survey.store import State, Survey

PATH = "/surveys/bcd234/present"
YES_NO = Question("Did you cheat?", Fraction(1, 4))


class Seen(HTMLParser):
    """The tags and text of a page that are not inside a hidden element."""

    VOID = {"img", "input", "br", "meta", "link"}

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
    page = seen(instructor.get(PATH).text)
    assert "This survey is closed" in page
    assert "bcd 234" not in page
    assert "Did you cheat?" not in page
    store.surveys.set_state("bcd234", State.OPEN)
    page = seen(instructor.get(PATH).text)
    assert "bcd 234" in page
    assert "/s/bcd234" in page


@pytest.mark.parametrize("number", range(1, 6))
def test_a_question_is_asked_first_and_its_results_are_another_address(
    instructor, mixed_survey, number
):
    question = mixed_survey.instrument.questions[number - 1]
    page = seen(instructor.get(f"{PATH}?slide={number}").text)
    assert question.text in page
    assert "Results hidden" in page
    assert "<svg" not in page
    assert not re.search(r"\d%", page)
    shown = seen(instructor.get(f"{PATH}?slide={number}&results=shown").text)
    assert "Results hidden" not in shown
    assert shown.count("<svg") >= 1
    others = {each.text for each in mixed_survey.instrument.questions} - {question.text}
    assert not any(other in shown for other in others)


def test_figures_are_those_of_the_survey_page(instructor, mixed_survey):
    dashboard = instructor.get("/surveys/bcd234?confidence=90").text
    sentences = re.findall(r'<p class="aloud">(.*?)</p>', dashboard)
    slides = instructor.get(f"{PATH}?confidence=90").text
    assert re.findall(r'<p class="slide-aloud">(.*?)</p>', slides) == sentences
    assert len(sentences) == 5
    assert sum("90% confidence" in each for each in sentences) >= 3


def shown_of(instructor, store, question: Question, reports: list[int]) -> str:
    """The slide of a closed survey's only question, its results shown."""
    survey = Survey("one234", alone(question), State.OPEN, fewest_responses=1)
    store.surveys.add(survey)
    for report in reports:
        response = Response(survey.instrument.digest, secrets.token_hex(16), (report,))
        store.responses.add("one234", response)
    page = instructor.get("/surveys/one234/present?slide=1&results=shown").text
    return " ".join(re.sub("<[^>]*>", " ", seen(page)).split())


def test_a_slide_shows_no_figure_where_nothing_is_known(instructor, store):
    """Hoeffding's interval of 14 respondents at γ = 1/4 holds all from 0% to 100%."""
    slide = shown_of(instructor, store, YES_NO, [1] * 7 + [0] * 7)
    assert "say yes" not in slide
    assert "50%" not in slide.replace("0% 25% 50% 75% 100%", "")
    assert "Hoeffding's interval says nothing yet" in slide


def test_a_slide_says_nothing_that_is_cut(instructor, store):
    """The estimate (8/60 − 1/4)/(1/2), and the one end that is possible, as in the sentence."""
    slide = shown_of(instructor, store, YES_NO, [1] * 8 + [0] * 52)
    assert "−23% would truthfully say yes: at most 12%, with 95% confidence" in slide
    assert "The estimate is −23%: chance has carried it outside 0% to 100%." in slide
    assert "with 95% confidence, at most 12% would truthfully say yes." in slide
    assert "the picture is cut at the ends of its scale, the figures are not" in slide


def test_an_option_of_which_nothing_is_known_has_no_figure(instructor, store):
    choice = replace(make_mixed_instrument().questions[1], gamma=Fraction(1, 4))
    slide = shown_of(instructor, store, choice, [0, 1, 2, 0, 1])
    assert "– 0% to 100%" in slide


def test_links_lead_through_all_slides_and_keep_the_confidence(instructor, mixed_survey):
    path, met = f"{PATH}?confidence=99", []
    while True:
        page = instructor.get(path).text
        met.append(re.search(r"<h1>(.*?)</h1>", seen(page))[1])
        following = re.search(r'data-do="next" href="([^"]+)"', page)[1].replace("&amp;", "&")
        assert "confidence=99" in following
        if following == path:
            break
        path = following
    assert len(met) == 7
    assert met[-1] == "What these figures mean"


def test_fewest_responses_rule_holds(instructor, store, open_survey):
    page = instructor.get(f"{PATH}?slide=1&results=shown").text
    assert "Results are hidden until 5 responses have come: 5 more." in seen(page)
    assert '<svg class="picture"' not in page


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
    assert "This survey is draft: it takes no responses now." in page
