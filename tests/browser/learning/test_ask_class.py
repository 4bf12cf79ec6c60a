"""A lesson's question asked of a class, from the press to the guesses beside the truth."""

import numpy as np
from page_faults import axe_faults
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, press_send

from survey.core.simulation.students import simulated_responses
from survey.lab.catalog import lesson_named
from survey.store import State

LESSON = lesson_named("attempts")


def test_a_class_guesses_on_its_phones_and_sees_it_beside_the_truth(
    instructor_page, new_context, store
):
    desk, phone = instructor_page, new_context().new_page()
    desk.goto("/lab/attempts")
    desk.get_by_role("button", name="Ask the class on their phones").click()
    expect(desk.get_by_role("img", name="QR code")).to_be_visible()
    (survey,) = (each for each in store.surveys.all() if each.instrument.title == LESSON.title)
    phone.goto(f"/s/{survey.code}")
    fill_in(phone, survey.instrument, [LESSON.guess.right])
    press_send(phone)
    expect_saved(phone)
    for response in simulated_responses(
        survey.instrument, [(0.2, 0.2, 0.6)], 59, np.random.default_rng(19)
    ):
        store.responses.add(survey.code, response)
    store.surveys.set_state(survey.code, State.CLOSED)
    desk.goto(f"/surveys/{survey.code}/present?slide=1&results=shown")
    desk.get_by_role("link", name="Beside the truth").click()
    guesses = desk.get_by_role("region", name=LESSON.guess.question).get_by_role("listitem")
    expect(guesses).to_have_count(3)
    expect(guesses.nth(LESSON.guess.right)).to_contain_text("right")
    expect(desk.get_by_text("60 guesses.")).to_be_visible()
    assert axe_faults(desk) == []
    desk.get_by_role("slider").first.press("ArrowRight")
    desk.wait_for_function("() => location.search.includes('asked=')")
    expect(guesses).to_have_count(3)
