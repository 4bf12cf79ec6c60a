"""Ready-made surveys: chosen by one click, published by a second one."""

import html
from fractions import Fraction

import pytest

from survey.core.instrument.known_share import KnownShare
from survey.core.ready_made.catalog import READY_MADE
from survey.store import State
from survey.text.support_line import SUPPORT_NEEDED
from survey.web.authoring.ready_made import ready_made_instrument


def test_page_shows_what_each_asks_and_where_from(instructor):
    page = html.unescape(instructor.get("/surveys/ready-made").text)
    for name, ready in READY_MADE.items():
        instrument = ready_made_instrument(name)
        assert instrument.title in page and f'action="/surveys/ready-made/{name}"' in page
        assert all(question.text in page for question in instrument.questions)
        assert all(reference.text in page for reference in ready.references)
    assert page.count("all answers together: fair, suspicion 30\xa0→\xa079%") == len(READY_MADE)
    assert "/surveys/ready-made" in instructor.get("/surveys").text


@pytest.mark.parametrize("name", READY_MADE)
def test_two_clicks_publish_it(instructor, store, name):
    chosen = instructor.post(f"/surveys/ready-made/{name}", follow_redirects=True)
    (draft,) = store.surveys.all()
    assert draft.instrument == ready_made_instrument(name)
    needy = READY_MADE[name].support_needed
    # What is missing is asked for on the way.
    assert (SUPPORT_NEEDED in chosen.text) == ('name="support"' in chosen.text) == needy
    form = {"support": "Student counselling, 555 0100"} if needy else {}
    assert instructor.post(f"/surveys/{draft.code}/publish", form).status_code == 302
    published = store.surveys.get(draft.code)
    assert published.state is State.OPEN
    assert published.instrument.support == form.get("support", "")


def test_a_ticked_box_adds_a_control_question_in_every_language(instructor, store):
    assert "(suspicion 30\xa0→\xa092%)" in instructor.get("/surveys/ready-made").text
    name = next(iter(READY_MADE))
    instructor.post(f"/surveys/ready-made/{name}", {"control": "1"})
    (draft,) = store.surveys.all()
    *others, star = draft.instrument.questions
    assert others == list(ready_made_instrument(name).questions)
    assert (star.known, star.gamma) == (KnownShare(Fraction(1, 4)), others[0].gamma)
    assert draft.instrument.worded_in("de").questions[-1].text == "Trägt dein Zettel einen Stern?"
    page = instructor.get(f"/surveys/{draft.code}").text
    assert "only then hand out the link" in page


def test_another_name_is_no_survey(instructor, store):
    assert instructor.post("/surveys/ready-made/other").status_code == 404
    assert store.surveys.all() == []


def test_a_second_box_asks_about_understanding_and_trust(instructor, store):
    page = html.unescape(instructor.get("/surveys/ready-made").text)
    # The survey of these two questions has no such box.
    assert page.count('name="trust"') == len(READY_MADE) - 1
    assert "as reviewers want to know (suspicion 30\xa0→\xa097%)" in page
    name = next(iter(READY_MADE))
    instructor.post(f"/surveys/ready-made/{name}", {"control": "1", "trust": "1"})
    (draft,) = store.surveys.all()
    own, added = ready_made_instrument(name), ready_made_instrument("understanding-and-trust")
    *asked, star = draft.instrument.questions
    assert asked == [*own.questions, *added.questions]
    assert star.known == KnownShare(Fraction(1, 4))


def test_the_survey_on_trust_asks_its_questions_once(instructor, store):
    instructor.post("/surveys/ready-made/understanding-and-trust", {"trust": "1"})
    (draft,) = store.surveys.all()
    assert len(draft.instrument.questions) == 2
