"""The page comes from a holder, the reports go to the collector: what each of them is asked."""

import json
from urllib.parse import urlsplit

from holder import PAGE
from playwright.sync_api import expect
from respondent_page import choose, expect_saved, press_send
from single_file import open_link, put_file

from survey.core.instrument.digest_forms import short_form

ANSWERS = [1, 0, 1]


def test_an_answer_arrives_and_the_holder_sees_no_report(
    page, link, held, holder, watched, store, open_survey
):
    page.goto(link)
    expect(page.get_by_text(f"This page came from {urlsplit(held).netloc},")).to_be_visible()
    expect(page.get_by_role("radiogroup")).to_have_count(3)
    choose(page, ANSWERS)
    press_send(page)
    expect_saved(page)
    assert [asked[1:] for asked in holder.asked] == [("GET", PAGE)]
    asked = {(method, path.rpartition("/")[2]) for method, path, *_ in watched.requests}
    assert asked == {
        ("GET", "instrument.json"), ("GET", "state"),
        ("OPTIONS", "responses"), ("POST", "responses"),
    }  # fmt: skip
    [(response_id, reports)] = store.responses.all(open_survey.code)
    assert json.loads(watched.bodies[0])["reports"] == list(reports)
    for *_, headers, _ in watched.requests:
        assert not {"HTTP_COOKIE", "HTTP_REFERER"} & set(headers)
    page.reload()
    expect_saved(page)
    assert len(watched.bodies) == 1


def test_the_link_opens_in_a_copy_of_the_file_too(page, link, tmp_path, open_survey):
    open_link(page, put_file(tmp_path), link)
    page.get_by_text(f"Compare {short_form(open_survey.instrument.digest)[:9]}").click()
    expect(page.get_by_text("that your link names")).to_be_visible()
