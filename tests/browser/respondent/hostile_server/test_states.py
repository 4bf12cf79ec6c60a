"""What a server says as the survey's state opens it or not, and changes no text and no draw."""

from functools import partial

import pytest
from answered_instead import answer_json
from instruments import make_mixed_instrument
from mutants import mutants_of_state
from playwright.sync_api import expect
from respondent_page import another_answers, expect_saved, fill_in, press_send
from tape import put_tape, tape_for


@pytest.mark.first_cell
@pytest.mark.parametrize("some", [slice(3), slice(3, None)])
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


@pytest.mark.first_cell
@pytest.mark.parametrize("state", [b"{}", b"[]", b"null", b'{"open":"yes"}'])
def test_state_that_says_nothing_opens_nothing(page, survey_url, state):
    page.route("**/state", partial(answer_json, state))
    page.goto(survey_url)
    expect(another_answers(page)).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(0)
    page.unroute("**/state")  # and once the server says it
    expect(page.get_by_role("radiogroup")).to_have_count(3)
