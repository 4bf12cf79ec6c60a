"""The presenter view without its script: every slide is an address."""

import re
from html.parser import HTMLParser

import pytest

PATH = "/surveys/bcd234/present"


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


def test_first_slide_is_how_to_join(instructor, mixed_survey):
    page = seen(instructor.get(PATH).text)
    assert "bcd 234" in page
    assert "/s/bcd234" in page
    assert "This survey is closed" in page
    assert "Did you cheat?" not in page


@pytest.mark.parametrize("number", range(1, 7))
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
    assert len(sentences) == 6
    assert sum("90% confidence" in each for each in sentences) >= 3


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
    assert len(met) == 8
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
    (copy,) = {each.code for each in store.surveys()} - {"bcd234"}
    page = seen(instructor.get(f"/surveys/{copy}/present").text)
    assert "This survey is draft: it takes no responses now." in page
