"""What a page keeps of a wave that was answered: the tables, and nothing of what was sent.

What lies in the browser's files: tests/browser/respondent/test_profile.py.
"""

import json
import re

from answered_waves import ANSWERS, respond
from playwright.sync_api import expect
from respondent_page import expect_saved, fill_in, press_send, shown_id
from traces import DATABASES


def test_nothing_of_what_was_sent_is_kept_beside_the_table(page, waves, store):
    """Side by side they would tell the answer wherever the rows of the table differ.

    So would the response id, which leads to the reports once they are public.
    """
    respond(page, waves[0], ANSWERS)
    expect(page.get_by_role("listitem").first).to_be_visible()  # said once, right after sending
    ((response_id, _),) = store.responses.all(waves[0].code)
    assert shown_id(page) == response_id
    for _ in range(2):
        kept = json.dumps([page.evaluate(DATABASES), page.evaluate("({...localStorage})")])
        assert response_id not in kept
        assert not re.search(r'"reports\\*": ?\[\d', kept)  # a table's are lists of lists
        page.reload()
        expect(page.get_by_text("What was sent is shown only once")).to_be_visible()
        expect(page.get_by_text(response_id)).to_have_count(0)
        expect(page.get_by_role("listitem")).to_have_count(0)
    assert store.responses.tally(waves[0].code).responses == 1


def test_a_wave_that_is_not_stored_yet_is_sent_again_byte_for_byte(page, waves, bodies):
    page.route("**/responses", lambda route: route.abort())
    page.goto("/s/one234")
    fill_in(page, waves[0].instrument, ANSWERS)
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    kept = page.evaluate("({...localStorage})")
    assert "reports" not in json.dumps(kept)
    page.unroute("**/responses")
    page.reload()
    expect_saved(page)
    assert len(set(bodies)) == 1 and len(bodies) >= 2
