"""Every page: no accessibility violation, no sideways scroll, no complaint in the console."""

import random
import re

import pytest
from answered_pages import expect_shown
from grids import usually
from instruments import make_foreign_instrument, make_instrument, make_mixed_instrument, make_wave
from page_faults import axe_faults, complaints_of
from page_sizes import FIRST_VISIT, SECOND_SCRIPT
from playwright.sync_api import expect
from public_figures import show_to_all
from respondent_page import choose, expect_saved, first_visit, press_send
from routes import unlisted_pages
from translated import make_translated_instrument

from survey.core.responses.response import Response
from survey.store import State, Survey

PUBLIC = ["/", "/join?code=zzz", "/how", "/ledger", "/client.html", "/sign-in", "/s/bcd234",
          "/s/bcd234/coin", "/s/bcd234/results", "/s/rprt34/reports", "/s/rprt34/lab",
          "/s/clsd34", "/s/mixd34", "/s/mixd34/coin", "/s/mixd34/results",
          "/s/wave34/coin", "/s/spok34?lang=ar", "/s/spok34/coin?lang=ar", "/s/fore34",
          "/s/fore34/coin", "/lab", "/lab/attempts", "/lab/teaching", "/lab/assignments",
          "/lab/teaching/slides", "/lab/teaching/notes", "/lab/accusation",
          "/docs", "/docs/search", "/docs/search?q=gamma",
          "/docs/tutorial/first-class", "/docs/explanation/mathematics", "/docs/reference/wire",
          "/nowhere"]  # fmt: skip
INSTRUCTORS = ["/surveys", "/surveys/new", "/surveys/drft34", "/surveys/drft34/edit",
               "/surveys/drft34/preview", "/surveys/lang34", "/surveys/lang34/edit",
               "/surveys/lang34/translations", "/surveys/lang34/translations/ar",
               "/surveys/lang34/translations/fr",
               "/surveys/bcd234", "/surveys/bcd234?confidence=99",
               "/surveys/bcd234/delete", "/surveys/clsd34", "/settings",
               "/password", "/surveys/empt34", "/plan", "/plan?respondents=30&gamma=1/10",
               "/plan?respondents=30&margin=5", "/plan?margin=x&gamma=1/4",
               "/surveys/mixd34", "/surveys/mixd34?together=1", "/surveys/mixd34/edit",
               "/surveys/mixd34/relations", "/surveys/mixd34/relations?first=q2&second=q4",
               "/surveys/mixd34/what-if", "/surveys/mixd34/report",
               "/surveys/mixd34/settings", "/surveys/mixd34/files", "/surveys/clsd34/settings",
               "/shortcuts", "/surveys/bcd234/present", "/surveys/mixd34/present?slide=2",
               *(f"/surveys/mixd34/present?slide={n}&results=shown" for n in range(1, 7)),
               "/surveys/wave34", "/surveys/wave34/tokens", "/surveys/bcd234/tokens",
               "/surveys/clsd34/tokens", "/surveys/fore34", "/surveys/fore34/report",
               "/surveys/fore34/present?slide=1&results=shown", "/surveys/fore34/present",
               "/surveys/fore34/tokens", "/surveys/rprt34/pooled",
               "/surveys/rprt34/terms"]  # fmt: skip

INSTRUCTORS += unlisted_pages(INSTRUCTORS, "mixd34")

# The usual run looks at the pages of a student's minute and a lecturer's first hour.
USUAL = ["/", "/how", "/s/mixd34", "/s/mixd34/coin", "/s/mixd34/results",
         "/s/rprt34/reports", "/lab", "/lab/attempts", "/lab/teaching",
         "/docs/tutorial/first-class", "/plan?respondents=30&gamma=1/10", "/surveys",
         "/surveys/new", "/surveys/mixd34/edit",
         "/surveys/mixd34/settings", "/surveys/mixd34/present?slide=2"]  # fmt: skip

LONG = "Supercalifragilisticexpialidocious" * 3


@pytest.fixture
def surveys(store, open_survey):
    fill(store, open_survey)


def fill(store, open_survey):
    """Surveys: open with responses, of every kind; empty, closed, with long words, foreign."""
    mixed = Survey("mixd34", make_mixed_instrument(), State.OPEN)
    store.surveys.add(mixed)
    drawn = random.Random("pages")  # the same figures in every run
    listed = Survey("rprt34", open_survey.instrument, State.OPEN)
    store.surveys.add(listed)
    other_group = Survey("grpb34", listed.instrument, State.OPEN, group_name=LONG[:60])
    store.surveys.add(other_group)
    other_term = Survey("trmb34", listed.instrument, State.OPEN, group_name=LONG[:60], term="b")
    store.surveys.add(other_term)
    for survey in (open_survey, mixed, listed, other_group, other_term):
        options = [item.options for item in survey.instrument.items]
        for number in range(40):
            reports = tuple(map(drawn.randrange, options))
            response = Response(survey.instrument.digest, f"{number:032x}", reports)
            store.responses.add(survey.code, response)
        show_to_all(store, survey.code)
        store.surveys.set_sharing(survey.code, True, 5)
    for code in ("rprt34", "grpb34", "trmb34"):
        store.surveys.set_state(code, State.CLOSED)
    store.surveys.add(Survey("empt34", make_instrument("1/4"), State.OPEN, fewest_responses=1))
    store.surveys.add(Survey("wave34", make_wave(make_instrument("1/4"), LONG), State.OPEN))
    store.surveys.add_tokens("wave34", ["hash of a token"])
    store.surveys.add(Survey("clsd34", make_instrument("1/4", title=LONG), State.CLOSED))
    store.surveys.add(Survey("fore34", make_foreign_instrument(), State.OPEN))
    store.surveys.add(Survey("lang34", make_translated_instrument()))
    store.surveys.add(Survey("spok34", make_translated_instrument(), State.OPEN))
    store.surveys.add(Survey("drft34", make_instrument("1/10", "123/1000", title=LONG)))


def test_a_page_that_nobody_listed_is_looked_at():
    listed = [path for path in INSTRUCTORS if path != "/settings" and not path.endswith("report")]
    found = unlisted_pages(listed, "mixd34")
    assert set(found) == {"/settings", "/surveys/mixd34/report"}


def look_at(page, path: str) -> None:
    """Opens the page and checks what every page owes."""
    complaints = complaints_of(page)
    page.goto(path)
    expect_shown(page)
    page.wait_for_timeout(100)  # modules run, and live pages ask once
    assert axe_faults(page) == [], path
    width, room = page.evaluate(
        "[document.documentElement.scrollWidth, document.documentElement.clientWidth]"
    )
    assert width <= room, path
    assert complaints == [], path
    expect(page.get_by_role("heading", level=1)).to_have_count(1)


# The usual run looks at each page once: test_accessibility.py.
@pytest.fixture(params=[360, 1280])
def width(request):
    return request.param


@pytest.fixture(params=["light", "dark"])
def scheme(request):
    return request.param


@pytest.mark.exhaustive
def test_public_pages(new_context, surveys, width, scheme):
    page = new_context(width, 740, color_scheme=scheme).new_page()
    for path in PUBLIC:
        look_at(page, path)


@pytest.mark.exhaustive
def test_instructor_pages(new_context, instructor_page, surveys, width, scheme):
    cookies = instructor_page.context.cookies()
    context = new_context(width, 740, color_scheme=scheme)
    context.add_cookies(cookies)
    page = context.new_page()
    for path in INSTRUCTORS:
        look_at(page, path)
        assert "/sign-in" not in page.url


@pytest.mark.parametrize("scheme", usually(["dark"], ["light", "dark"]))
def test_every_step_of_answering_is_accessible(new_context, survey_url, scheme):
    page = new_context(color_scheme=scheme).new_page()
    page.goto(survey_url)

    def check():
        assert axe_faults(page) == []
        assert page.evaluate("document.documentElement.scrollWidth") <= 360

    page.get_by_text("How does this protect me?").click()
    page.get_by_role("button", name="simulated yes").click()
    press_send(page)  # errors
    check()
    page.route(re.compile("/responses$"), lambda route: route.fulfill(status=503))
    choose(page, [1, 0, 1])
    press_send(page)
    expect(page.get_by_text("Not saved yet")).to_be_visible()
    check()
    page.unroute(re.compile("/responses$"))
    expect_saved(page)
    check()


def test_respondents_page_is_small(page, survey_url):
    """Bodies and headers of a phone's first visit, until the questionnaire is there."""
    sizes, second = first_visit(page, survey_url)
    total = sum(sizes)
    print(f"{total} bytes in {len(sizes)} requests, and {second} of the second script")
    assert 4 <= len(sizes) <= 7
    assert total < FIRST_VISIT
    assert second < SECOND_SCRIPT
