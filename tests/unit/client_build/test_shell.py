"""The shell holds nothing of any survey, and every survey has the same one."""

import pytest
from instruments import make_mixed_instrument
from release_client import RELEASE

from survey.store import State, Survey


@pytest.mark.parametrize("tag", RELEASE.shells)
def test_every_survey_has_the_same_page(respondent, store, open_survey, tag):
    others = [Survey("mixd34", make_mixed_instrument(), State.CLOSED),
              Survey("drft34", make_mixed_instrument("A draft"), State.DRAFT)]  # fmt: skip
    for survey in others:
        store.surveys.add(survey)
    for code, status in (("bcd234", 200), ("mixd34", 200), ("drft34", 404), ("nosuch", 404)):
        answer = respondent.get(f"/s/{code}?lang={tag}")
        assert answer.status_code == status
        assert answer.data == RELEASE.shells[tag].content


def test_no_word_of_a_survey_is_in_it(respondent, open_survey):
    page = respondent.get("/s/bcd234?lang=en").text
    instrument = open_survey.instrument
    words = [instrument.title, instrument.introduction, instrument.digest, "bcd234"]
    words += [question.text for question in instrument.questions]
    for said in filter(None, words):
        assert said not in page
    # The control: they are in what the client reads instead.
    document = respondent.get("/s/bcd234/instrument.json").text
    assert instrument.questions[0].text in document
