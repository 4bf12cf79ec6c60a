"""What is fixed before the first response: chosen on one page, beside the margin it will tell."""

import re
import time
from dataclasses import replace
from fractions import Fraction

import pytest
from instruments import make_instrument, make_mixed_instrument, make_one_question_each

from survey.core.intervals.registry import method_named, told_interval
from survey.core.planning.planner import half_width
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.text.limits import limits_in_words, margin_in_words, margins, proposed_cap
from survey.text.translator import ENGLISH

CODE = "lim234"
PATH = f"/surveys/{CODE}/limits"
QUARTER = make_instrument("1/4")


@pytest.fixture
def survey(store) -> Survey:
    survey = Survey(CODE, QUARTER, State.OPEN)
    store.surveys.add(survey)
    return survey


def chosen(store) -> tuple[int | None, bool]:
    survey = store.surveys.get(CODE)
    return survey.cap, survey.hidden_until_closed


@pytest.mark.parametrize(
    ("typed", "kept"),
    [
        ({"figures": "closed", "cap": ""}, (None, True)),
        ({"figures": "running", "cap": "44"}, (44, False)),
        ({"figures": "closed", "cap": "10000"}, (10_000, True)),
    ],
)
def test_the_choice_is_saved_and_said(instructor, store, survey, typed, kept):
    page = instructor.post(PATH, typed, follow_redirects=True).text
    assert chosen(store) == kept
    assert limits_in_words(*kept) in page


@pytest.mark.parametrize("cap", ["0", "10001", "-3", "many", "4.5"])
def test_an_impossible_cap_comes_back_with_a_sentence(instructor, store, survey, cap):
    answer = instructor.post(PATH, {"figures": "closed", "cap": cap})
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert re.search(r'value="closed"[^>]*checked|checked[^>]*value="closed"', answer.text)
    assert chosen(store) == (None, False)


def test_what_the_first_response_fixed_is_refused_in_the_form(instructor, store, survey):
    store.responses.add(CODE, Response(QUARTER.digest, "a" * 32, (1,)))
    answer = instructor.post(PATH, {"figures": "closed", "cap": ""})
    assert answer.status_code == 409
    assert "you can no longer hide its figures" in answer.text
    assert re.search('value="closed"[^>]* checked|checked[^>]* value="closed"', answer.text)
    answer = instructor.post(PATH, {"figures": "running", "cap": "5"})
    assert "The first response fixed how many" in answer.text
    assert chosen(store) == (None, False)


def test_a_closed_survey_has_nothing_to_choose(instructor, store, survey):
    store.surveys.set_state(CODE, State.CLOSED)
    assert instructor.get(PATH).status_code == 410
    assert PATH not in instructor.get(f"/surveys/{CODE}/settings").text


def test_draft_and_settings_lead_to_the_choice(instructor, store):
    store.surveys.add(Survey(CODE, QUARTER))
    assert "Figures are seen while it runs." in instructor.get(f"/surveys/{CODE}").text
    assert PATH in instructor.get(f"/surveys/{CODE}").text
    store.surveys.set_state(CODE, State.OPEN)
    assert PATH in instructor.get(f"/surveys/{CODE}/settings").text


@pytest.mark.parametrize(
    ("cap", "hidden"), [(None, False), (110, False), (None, True), (110, True)]
)
def test_the_margin_is_that_of_the_interval_that_will_be_told(cap, hidden):
    told = told_interval(hidden, cap)
    width = half_width(told, 100, Fraction(1, 4), 0.95, cap=cap if told == "horizon" else None)
    assert margins(QUARTER, cap, hidden) == [f"{ENGLISH.points(width)} points"]
    assert method_named(told).of_share is not None


def test_waiting_tells_most_and_a_limit_more_than_none():
    points = [
        float(margins(QUARTER, cap, hidden)[0].removesuffix(" points"))
        for cap, hidden in ((None, True), (110, False), (None, False))
    ]
    assert points == sorted(points)
    assert len({*points}) == 3


@pytest.mark.parametrize("instrument", [make_mixed_instrument(), make_one_question_each()])
@pytest.mark.parametrize("cap", [None, 110])
def test_each_question_has_its_margin(instrument, cap):
    assert len(margins(instrument, cap, False)) == len(instrument.questions)


def test_the_page_has_the_margin_of_each_choice(instructor, survey):
    page = instructor.get(PATH).text
    for cap, hidden in ((None, False), (110, False), (None, True)):
        assert f"<td>{margins(QUARTER, cap, hidden)[0]}</td>" in page
    drawn = re.findall(r'class="band-told" x="([\d.]+)%" width="([\d.]+)%"', page)
    assert [float(x) + float(width) / 2 for x, width in drawn] == pytest.approx(3 * [50], abs=0.1)
    widths = [float(width) for _, width in drawn]
    assert widths == sorted(widths, reverse=True)  # the more is fixed, the more is told


@pytest.mark.parametrize(("size", "cap"), [(1, 2), (40, 44), (100, 110), (9_999, 10_000)])
def test_a_tenth_more_than_the_class_is_proposed(size, cap):
    assert proposed_cap(size) == cap


def test_a_rehearsal_tells_what_the_choice_will_tell(instructor, store):
    store.surveys.add(Survey(CODE, QUARTER))
    for cap, hidden, sentence in (
        (None, True, "for exactly this class (95%)"),
        (None, False, "however often you look (95%)"),
    ):
        store.surveys.set_limits(CODE, cap, hidden)
        instructor.post(f"/surveys/{CODE}/rehearse")
        assert sentence in instructor.get(f"/surveys/{CODE}/rehearsal").text
    store.surveys.set_limits(CODE, 30, False)
    instructor.post(f"/surveys/{CODE}/rehearse")
    page = instructor.get(f"/surveys/{CODE}/rehearsal").text
    assert "30" in page


def test_copies_and_other_groups_begin_with_the_same_choice(instructor, store, survey):
    store.surveys.set_limits(CODE, 110, True)
    before = {each.code for each in store.surveys.all()}
    instructor.post(f"/surveys/{CODE}/duplicate")
    typed = {"when": "now", "group": "Section B", "class_size": "40"}
    instructor.post(f"/surveys/{CODE}/group", typed)
    made = {each.group_name: each for each in store.surveys.all() if each.code not in before}
    assert (made[""].cap, made[""].hidden_until_closed) == (110, True)
    group = made["Section B"]
    assert (group.cap, group.hidden_until_closed) == (proposed_cap(40), True)


@pytest.fixture
def draft(store) -> Survey:
    survey = Survey(CODE, QUARTER)
    store.surveys.add(survey)
    return survey


def publish(instructor, **typed):
    return instructor.post(f"/surveys/{CODE}/publish", {"closes": "cancel", **typed})


def test_publishing_asks_who_sees_figures_the_limit_and_when_it_closes(instructor, store, draft):
    page = instructor.get(f"/surveys/{CODE}").text
    for asked in ("When are figures seen?", "How many can answer at most", "When does it close?"):
        assert asked in page
    before = int(time.time())
    assert publish(instructor, figures="closed", cap="44", closes="10").status_code == 302
    survey = store.surveys.get(CODE)
    assert (survey.state, survey.cap, survey.hidden_until_closed) == (State.OPEN, 44, True)
    assert before + 600 <= survey.closes_at <= time.time() + 600


@pytest.mark.parametrize(
    ("class_size", "hidden", "is_open"),
    [(40, False, True), (40, True, False), (100, False, False), (5, False, False)],
)
def test_the_choice_lies_open_where_another_one_would_tell_more(
    instructor, store, class_size, hidden, is_open
):
    store.surveys.add(Survey(CODE, replace(QUARTER, class_size=class_size)))
    store.surveys.set_limits(CODE, None, hidden)
    page = instructor.get(f"/surveys/{CODE}").text
    said = "Figures wait" if hidden else "Figures are seen"
    assert f"<details{' open' if is_open else ''}><summary>{said}" in page


def test_publishing_as_proposed_plans_and_limits_nothing(instructor, store, draft):
    publish(instructor, figures="running", cap="")
    survey = store.surveys.get(CODE)
    assert (survey.state, survey.cap, survey.closes_at) == (State.OPEN, None, None)
    assert not survey.hidden_until_closed


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ({"figures": "running", "cap": "0"}, "from 1 to 10,000"),
        ({"figures": "running", "cap": "8", "closes": "at", "at": "", "zone": "UTC"}, "a date"),
        ({"figures": "soon", "cap": "8"}, "valid choice"),
        ({"figures": "running", "cap": "3"}, "Results stay hidden below 5 responses."),
    ],
)
def test_what_cannot_be_chosen_publishes_nothing(instructor, store, draft, typed, why):
    answer = publish(instructor, **typed)
    assert answer.status_code == 422
    assert why in answer.text
    assert store.surveys.get(CODE) == draft


def test_margins_are_of_the_limit_that_is_asked_for(instructor, store, survey):
    for cap in (30, 9_000):
        page = instructor.get(f"{PATH}?cap={cap}").text
        assert f"While it runs, {cap:,} at most" in page
        assert f"<td>{margins(QUARTER, cap, False)[0]}</td>" in page
    for odd in ("0", "x", "10001", "-5"):
        assert "While it runs, 110 at most" in instructor.get(f"{PATH}?cap={odd}").text


@pytest.mark.parametrize(
    ("gammas", "said"),
    [(["1/4"], "Give or take 27 points."), (["1/4", "1/3"], "Give or take 17 to 27 points."),
     (["1/100"], "")],
)  # fmt: skip
def test_the_margin_is_said_of_all_questions(gammas, said):
    assert margin_in_words(make_instrument(*gammas), None, False) == said


def test_of_unlike_units_no_margin_is_said():
    assert margin_in_words(make_mixed_instrument(), None, True) == ""


def test_with_slips_as_many_can_answer_as_are_printed(instructor, store, survey):
    store.surveys.add_tokens(CODE, ["one", "two", "three"])
    page = instructor.get(PATH).text
    assert "With slips, as many can answer as are printed." in page
    assert 'name="cap"' not in page
    assert instructor.post(PATH, {"figures": "closed", "cap": "44"}).status_code == 302
    assert chosen(store) == (3, True)


def test_the_composer_s_publish_takes_the_choice_along(instructor, store):
    typed = {
        "title": "T", "class_size": "40", "questions-0-kind": "yes/no",
        "questions-0-text": "Did you?", "questions-0-gamma": "1/4", "publish": "",
        "figures": "closed", "cap": "44",
    }  # fmt: skip
    page = instructor.get("/surveys/new").text
    assert "When are figures seen?" in page
    assert "When does it close?" not in page  # the draft's page asks for it
    answer = instructor.post("/surveys/new", typed)
    assert answer.status_code == 307  # the browser posts it on
    instructor.post(answer.headers["Location"], typed)
    [survey] = store.surveys.all()
    assert (survey.state, survey.cap, survey.hidden_until_closed) == (State.OPEN, 44, True)


@pytest.mark.parametrize("path", [f"/surveys/{CODE}", "/surveys/new"])
def test_each_label_belongs_to_one_field(instructor, draft, path):
    """The date has an id of its own beside the choice that it belongs to."""
    page = instructor.get(path).text
    ids = re.findall(r'<(?:input|select|textarea)[^>]* id="([^"]+)"', page)
    labels = re.findall(r'<label[^>]* for="([^"]+)"', page)
    assert {"cap"} <= set(labels)
    assert ({"closes-at", "closing-at"} <= set(labels)) is (path != "/surveys/new")
    assert [each for each in labels if ids.count(each) != 1] == []
