"""A stranger who asks for public results after each response learns no single one."""

import json
import random
from itertools import pairwise

import pytest

from survey.core.responses.response import Response
from survey.web.results.published import results_of

AT = "/s/bcd234"
PICTURE = f"{AT}/results/q1/card"
SENT = 60


@pytest.fixture
def told(respondent, store, open_survey):
    """What each address says after each of `SENT` responses, and the reports in their order."""
    store.surveys.set_sharing("bcd234", True, 1)
    drawn = random.Random("steps")  # the same in every run
    digest, items = open_survey.instrument.digest, open_survey.instrument.items

    def ask(paths: list[str]) -> tuple[list[list[tuple]], list[tuple[int, ...]]]:
        sent, heard = [], []
        for _ in range(SENT):
            sent.append(tuple(drawn.randrange(item.options) for item in items))
            store.responses.add("bcd234", Response(digest, drawn.randbytes(16).hex(), sent[-1]))
            answers = [respondent.get(path) for path in paths]
            heard.append([(each.status_code, each.headers.get("ETag"), each.text)
                          for each in answers])  # fmt: skip
        return heard, sent

    return ask


def recovered(heard: list) -> list[tuple[int, ...]]:
    """Every report that two documents in a row give away: they differ in one response."""
    found = []
    documents = [json.loads(text) for ((status, _, text),) in heard if status == 200]
    for before, after in pairwise(documents):
        if after["responses"] - before["responses"] == 1:
            both = zip(after["questions"], before["questions"], strict=True)
            found.append(tuple(now["reported_yes"] - then["reported_yes"] for now, then in both))
    return found


def moves(heard: list) -> list[int]:
    """After which responses anything is told that was not told before."""
    return [n + 1 for n in range(1, len(heard)) if heard[n] != heard[n - 1]]


def test_nothing_moves_between_two_steps(told):
    heard, _ = told([f"{AT}/results", f"{AT}/results.json", PICTURE])
    assert moves(heard) == [15, 25, 35, 45, 55]
    assert {status for status, *_ in heard[-1]} == {200}


def test_no_response_can_be_told_from_the_figures(told):
    heard, _ = told([f"{AT}/results.json"])
    shown = [json.loads(text)["responses"] for ((status, _, text),) in heard if status == 200]
    assert sorted(set(shown)) == [10, 20, 30, 40, 50]
    assert recovered(heard) == []


def test_reports_are_not_to_be_had_while_it_is_open(told):
    heard, _ = told([f"{AT}/reports", f"{AT}/reports.json", f"{AT}/reports.csv"])
    assert {status for each in heard for status, _, _ in each} == {403}


def test_exact_tallies_would_give_every_response_in_its_order(told, monkeypatch):
    """The broken variant: the same stranger, and a page that is not stepped."""
    monkeypatch.setattr("survey.web.results.public_page.stepped_results_of", results_of)
    heard, sent = told([f"{AT}/results.json"])
    assert recovered(heard) == sent[-len(recovered(heard)) :]
    assert len(recovered(heard)) >= SENT - 5
