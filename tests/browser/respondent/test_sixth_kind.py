"""A kind that only the tests register, of selects: answered, shown, exported and verified.

That is all that a kind adds: its two modules, its words and its two lines in the registries.
"""

import io
import json
import re

import openpyxl
import pytest
import ranking
from page_faults import axe_faults
from playwright.sync_api import Page, expect
from public_figures import show_to_all
from respondent_page import expect_saved, press_send, send_button, shown_reports
from tape import put_tape

from survey.app import create_app
from survey.cli import main
from survey.core.instrument.parsing import validate
from survey.core.mechanism.privacy import keep_and_other
from survey.core.responses.tally import tally
from survey.core.simulation.students import simulated_responses
from survey.store import State, Survey
from survey.text.translator import ENGLISH

LISTED = ["Exam", "Essay", "Talk"]
QUESTION = {"kind": "ranking", "text": "Which first?", "gamma": "9/20", "options": LISTED}
YES_NO = {"text": "Did you cheat?", "gamma": "9/20"}
TRUTHFUL = [0] * 40  # words of 0 keep every answer
STUDENTS = 800
CODE = "pub234"


@pytest.fixture
def registered(monkeypatch, tmp_path) -> None:
    ranking.register(monkeypatch, tmp_path)


@pytest.fixture
def app(registered, config, store):
    return create_app(config, store)


@pytest.fixture
def instrument(registered):
    return validate({"title": "Ranked", "class_size": 1000, "questions": [QUESTION, YES_NO]})


def rank(page: Page, places: dict[str, str]) -> None:
    for option, place in places.items():
        page.get_by_role("combobox", name=option).select_option(place)


def test_it_is_answered_in_selects(page, store, publish, instrument, bodies):
    put_tape(page, TRUTHFUL)
    page.goto(publish(instrument))
    group = page.get_by_role("group", name="Which first?")
    exam = page.get_by_role("combobox", name="Exam")
    press_send(page)  # the focus goes to what is missing
    expect(exam).to_be_focused()
    expect(group.locator(".error")).to_contain_text("Please answer this question.")
    assert axe_faults(page) == []
    expect(send_button(page)).to_have_accessible_name("0 of 2 answered")
    rank(page, {"Exam": "2"})
    expect(send_button(page)).to_have_accessible_name("1 of 2 answered")
    exam.press("Enter")  # which sends nothing
    rank(page, {"Essay": "2", "Talk": "1"})
    page.get_by_role("radio", name="Yes").check()
    press_send(page)  # two share a place
    expect(exam).to_be_focused()
    assert bodies == []
    rank(page, {"Essay": "3"})
    press_send(page)
    expect_saved(page)
    ((_, reports),) = store.responses.all(CODE)
    assert instrument.items[0].labels[reports[0]] == "Talk > Exam > Essay"
    assert shown_reports(page)[0] == "Talk > Exam > Essay"
    assert [json.loads(body)["reports"] for body in bodies] == [list(reports)]


@pytest.fixture
def answered_survey(store, instrument) -> list[float]:
    """Students answer, of whom three in five rank as listed; gives the mean places, by hand."""
    store.surveys.add(Survey(CODE, instrument, State.OPEN))
    shares = [[0.6, 0.2, 0.1, 0.1, 0, 0], [0.3]]
    sent = simulated_responses(instrument, shares, STUDENTS)
    for response in sent:
        store.responses.add(CODE, response)
    counts = tally(instrument, [response.reports for response in sent]).counts[0]
    keep, other = map(float, keep_and_other(instrument.questions[0].gamma, 6))
    of_orders = [(count / STUDENTS - other) / (keep - other) for count in counts]
    orders = ranking.orders(3)
    return [
        sum(
            share * (order.index(option) + 1)
            for share, order in zip(of_orders, orders, strict=True)
        )
        for option in range(3)
    ]


@pytest.mark.exhaustive
def test_its_mean_places_are_shown(instructor_page, store, answered_survey):
    show_to_all(store, CODE)
    # A mean may be a tie, such as 2.035, which a float lies beside.
    figures = [ENGLISH.number(round(each, 9)) for each in answered_survey]
    for path in (
        "/surveys/pub234",
        "/surveys/pub234/present?slide=1&results=shown",
        "/surveys/pub234/report",
    ):
        instructor_page.goto(path)
        for option, figure in zip(LISTED, figures, strict=True):
            row = (
                instructor_page.locator("li, tr")
                .filter(has_text=re.compile(rf"{option}.*\d", re.S))
                .first
            )
            expect(row).to_contain_text(figure)
        assert axe_faults(instructor_page) == [], path


def test_it_is_exported_and_the_export_verified(
    app, store, instrument, answered_survey, tmp_path, capsys
):
    store.surveys.set_state(CODE, State.CLOSED)
    store.surveys.set_sharing(CODE, True, 5)
    client = app.test_client()
    exported = client.get("/s/pub234/reports.json").get_json()
    ranked = exported["questions"][0]["options"]
    assert [each["option"] for each in ranked] == LISTED
    assert [each["estimate"] for each in ranked] == pytest.approx(answered_survey)
    for each in ranked:
        known = [name for name, ends in each["intervals"].items() if ends]
        assert known == ["hoeffding", "anytime"]

    file = tmp_path / "reports.json"
    file.write_text(json.dumps(exported), "utf-8")
    assert run("verify", file) == 0, capsys.readouterr()
    ranked[0]["estimate"] += 0.01
    file.write_text(json.dumps(exported), "utf-8")
    assert run("verify", file) == 1

    reports = client.get("/s/pub234/reports.csv").text
    assert "# q1: kind = ranking; options = 6; gamma = 9/20; " in reports
    (tmp_path / "reports.csv").write_text(reports, "utf-8")
    capsys.readouterr()
    assert run("estimate", tmp_path / "reports.csv", "--format", "json") == 0
    (column, _) = json.loads(capsys.readouterr().out)["questions"]
    found = [each["estimate"] for each in column["options"]]
    assert found == pytest.approx(answered_survey)
    assert "Exam > Essay > Talk" in client.get("/s/pub234/codebook.csv").text
    book = openpyxl.load_workbook(io.BytesIO(client.get("/s/pub234/reports.xlsx").data))
    rows = list(book["estimates"].values)
    assert [row[2] for row in rows if row[1] == "mean"] == LISTED


def run(*arguments: object) -> int:
    """The exit code of `survey ARGUMENTS`, run in this process, which knows the kind."""
    with pytest.raises(SystemExit) as ended:
        main([str(argument) for argument in arguments])
    return ended.value.code
