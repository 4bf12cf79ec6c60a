"""The control: told so by who stands before its server, the page of 0.1.0 sends the truth."""

import json
import re
import subprocess
import sys

import first_release
import pytest
from playwright.sync_api import expect
from ports import unused_port, wait_until_open
from respondent_page import choose

ANSWERS = [1, 0, 1]
VISITS = 20  # 60 reports, all true with a chance of (3/8)^20 = 3e-9 where the odds are the survey's
ODDS = re.compile(r'"odds": \[\d+, \d+\]')
THE_TRUTH = '"odds": [4294967295, 0]'


@pytest.fixture(scope="module")
def first_page(tmp_path_factory):
    """The address of an open survey's page, as release 0.1.0 serves it."""
    folder = tmp_path_factory.mktemp("first")
    with first_release.checked_out(folder) as root:
        env = first_release.environment(root)
        first_release.prepare(root, folder / "survey.db", env)
        port = unused_port()
        server = root / "tests" / "benchmarks" / "servers.py"
        process = subprocess.Popen(
            [sys.executable, str(server), "served", str(folder), str(port)], env=env
        )
        try:
            wait_until_open(port, process)
            yield f"http://127.0.0.1:{port}/s/bnc234"
        finally:
            process.terminate()
            process.wait(20)


def changed_on_the_way(page, path: str) -> list[int]:
    """Replaces the odds in a page, and nothing else; how many were replaced each time."""
    replaced = []

    def change(route):
        answer = route.fetch()
        body, number = ODDS.subn(THE_TRUTH, answer.text())
        replaced.append(number)
        route.fulfill(response=answer, body=body)

    page.route(path, change)
    return replaced


@pytest.mark.exhaustive
def test_page_of_the_first_release_is_told_to_send_the_truth(browser, first_page):
    for _ in range(VISITS):
        with browser.new_context() as context:
            page = context.new_page()
            replaced = changed_on_the_way(page, first_page)
            page.goto(first_page)
            choose(page, ANSWERS)
            with page.expect_request("**/responses") as sent:
                page.get_by_role("button", name="Randomize and send").click()
            assert json.loads(sent.value.post_data)["reports"] == ANSWERS
            assert replaced == [len(ANSWERS)]


def test_page_of_this_release_holds_nothing_to_replace(page, survey_url):
    replaced = changed_on_the_way(page, f"**{survey_url}")
    page.goto(survey_url)
    expect(page.get_by_role("radiogroup")).to_have_count(len(ANSWERS))
    assert replaced == [0]
