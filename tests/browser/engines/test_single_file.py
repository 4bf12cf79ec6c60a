"""The client as one file, opened from a folder in every engine, with any server."""

import pytest
from instruments import make_mixed_instrument
from single_file import put_file
from survey_page import link_to

pytestmark = pytest.mark.exhaustive

INSTRUMENT = make_mixed_instrument()
ANSWERS = [1, 2, (1, 0), 17, 3]


def test_it_takes_the_link_asks_and_sends(page, publish, watched, stored_ids, tmp_path):
    code = publish(INSTRUMENT)
    page.driver.goto(put_file(tmp_path))
    page.driver.type("#asking textarea", f"{page.address}/s/{code}{link_to(INSTRUMENT)}")
    page.driver.click("#asking form button")
    page.wait_for_questionnaire()
    page.driver.click("#questionnaire summary")
    page.driver.wait_for("This is the questionnaire that your link names")
    page.fill_in(INSTRUMENT, ANSWERS)
    page.press_send()
    shown = page.expect_saved()
    assert stored_ids(code) == {shown}
    page.driver.reload()
    assert page.expect_saved() == shown
    assert len(watched.bodies) == 1
    asked = {uri.rpartition("/")[2] for _, uri, *_ in watched.requests}
    assert asked == {"instrument.json", "state", "responses"}


def test_another_questionnaire_is_refused(page, publish, watched, tmp_path):
    code = publish(INSTRUMENT)
    other = link_to(make_mixed_instrument("Another"))
    page.driver.goto(put_file(tmp_path))
    page.driver.type("#asking textarea", f"{page.address}/s/{code}{other}")
    page.driver.click("#asking form button")
    page.driver.wait_for("not the questionnaire that your link names")
    assert watched.bodies == []
