"""Results: right and readable at every size, hidden while few, fetched only when changed."""

import csv
import html
import io
import json
import re

import pytest
import segno
from instruments import make_instrument
from public_figures import show_to_all
from signing_keys import linked_key

from survey.core.instrument.digest_forms import full_form, short_form
from survey.core.responses.response import Response
from survey.core.responses.tally import Tally
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.translator import ENGLISH

CODE = "dsh234"
PATH = f"/surveys/{CODE}"


@pytest.fixture
def one_question(store):
    survey = Survey(CODE, make_instrument("1/4"), State.OPEN)
    store.surveys.add(survey)
    return survey


@pytest.fixture
def respond(store, one_question):
    """Adds this many yes and no reports."""

    def add(yes: int, no: int) -> None:
        start = store.responses.tally(CODE).responses
        for number, report in enumerate([1] * yes + [0] * no, start):
            response = Response(one_question.instrument.digest, f"{number:032x}", (report,))
            store.responses.add(CODE, response)

    return add


@pytest.mark.parametrize(("yes", "no"), [(0, 0), (1, 0), (2, 2)])
def test_results_are_hidden_below_five_on_every_surface(
    instructor, respondent, store, respond, yes, no
):
    respond(yes, no)
    store.surveys.set_sharing(CODE, True, 5)
    page = instructor.get(PATH).text
    assert f"{5 - yes - no} more" in page
    assert "Debiased" not in page
    for download in ("results.json", "estimates.csv", "reports.csv"):
        assert instructor.get(f"{PATH}/{download}").status_code == 403
    public = respondent.get(f"/s/{CODE}/results")
    assert "Debiased" not in public.text
    assert respondent.get(f"/s/{CODE}/results.json").status_code == 403


def test_closed_survey_with_too_few_says_how_many_answered_on_every_surface(
    instructor, respondent, store, respond
):
    """None more can come."""
    respond(1, 0)
    store.surveys.set_sharing(CODE, True, 5)
    store.surveys.set_state(CODE, State.CLOSED)
    said = "Too few answered: 1 of the 5 needed."
    for client, path in ((instructor, PATH), (respondent, f"/s/{CODE}/results")):
        page = client.get(path).text
        assert said in page
        assert "4 more" not in page
        assert (f'href="{PATH}/settings#sharing"' in page) == (client is instructor)
    assert respondent.get(f"/s/{CODE}/results.json").get_json()["detail"] == said


def test_instructor_may_show_results_from_the_first_response_on(instructor, respond):
    respond(0, 0)
    instructor.post(f"{PATH}/sharing", {"fewest_responses": "1"})
    page = instructor.get(PATH).text
    assert "Results are hidden until 1" in page and "figures are exact" not in page
    respond(1, 0)
    page = instructor.get(PATH).text
    assert "Debiased" in page and "figures are exact" in page


def test_where_nothing_is_known_there_is_no_figure_but_how_many_more(instructor, respond):
    respond(3, 2)
    page = instructor.get(PATH).text
    (found,) = question_results(make_instrument(), Tally(5, ((2, 3),)), 0.95, told="anytime")
    more = found.headline.more_responses
    assert f"Too few yet: about {ENGLISH.about(more)} more" in page
    assert "hero" not in page
    assert 'class="band-dot"' not in page
    assert 'class="band-whole"' in page


def test_estimate_outside_is_drawn_at_the_end_of_its_scale_and_said_to_be_outside(
    instructor, respond
):
    respond(20, 80)
    page = instructor.get(PATH).text
    assert "−10.0%" in page  # in its statistics
    assert re.search(r'class="big hero">0% ', page)
    assert "Chance carried the estimate to −10%: at most" in page
    places = re.findall(r'\b(?:cx|x)="([\d.-]+)%"', page)
    assert "0" in places
    assert all(0 <= float(place) <= 100 for place in places)


def test_where_no_class_is_plausible_there_is_no_figure_but_a_doubt(instructor, respond):
    respond(0, 400)
    page = instructor.get(PATH).text
    assert "No class of 400 respondents could plausibly have sent this" in page
    assert "hero" not in page


@pytest.mark.parametrize(("asked", "width"), [("90", "90%"), ("95", "95%"), ("99", "99%")])
def test_confidence_is_chosen_in_the_address(instructor, respond, asked, width):
    respond(40, 60)
    page = instructor.get(f"{PATH}?confidence={asked}").text
    assert f"Intervals with {width} confidence" in page


@pytest.mark.parametrize("asked", ["", "0", "100", "95.0", "x", "-1"])
def test_other_confidence_is_refused(instructor, respond, asked):
    respond(40, 60)
    assert instructor.get(f"{PATH}?confidence={asked}").status_code == 422


def test_page_is_fetched_again_only_if_it_changed(instructor, respond):
    respond(40, 60)
    etag = instructor.get(PATH).headers["ETag"]
    same = instructor.get(PATH, headers={"If-None-Match": etag})
    assert (same.status_code, same.data) == (304, b"")
    respond(1, 0)
    assert instructor.get(PATH, headers={"If-None-Match": etag}).status_code == 200
    other = instructor.get(f"{PATH}?confidence=99", headers={"If-None-Match": etag})
    assert other.status_code == 200


def test_what_one_report_reveals_is_told_as_everywhere(instructor, respond):
    respond(45, 55)
    page = re.sub(r"\s+", " ", instructor.get(PATH).text)
    # 0.3·3 / (0.3·3 + 0.7) = 56 %
    assert "30 → 56%" in re.sub("[\u2066-\u2069]", "", page)
    assert "One false respondent moves this estimate by at most 2.0 points." in page


def test_downloads_agree_and_recompute(instructor, respond):
    respond(40, 60)
    everything = instructor.get(f"{PATH}/results.json").get_json()
    table = instructor.get(f"{PATH}/estimates.csv").text
    reports = instructor.get(f"{PATH}/reports.csv").text
    rows = list(csv.DictReader(line for line in reports.splitlines() if line[0] != "#"))
    share = sum(int(row["q1"]) for row in rows) / len(rows)
    estimate = (share - 0.5 + 0.25) / 0.5
    assert everything["questions"][0]["estimate"] == pytest.approx(estimate)
    (row,) = csv.DictReader(line for line in io.StringIO(table) if line[0] != "#")
    assert float(row["estimate"]) == pytest.approx(estimate)
    assert {row["response_id"] for row in rows} == {
        report["response_id"] for report in everything["reports"]
    }


def test_downloads_are_named_files(instructor, respond):
    respond(40, 60)
    disposition = instructor.get(f"{PATH}/reports.csv").headers["Content-Disposition"]
    assert disposition == f'attachment; filename="{CODE}-reports.csv"'


def test_public_results_only_when_switched_on(instructor, respondent, store, respond):
    respond(4, 6)
    assert respondent.get(f"/s/{CODE}/results").status_code == 403
    assert respondent.get(f"/s/{CODE}/state").get_json()["results"] is False
    form = {"results_public": "y", "fewest_responses": "5"}
    instructor.post(f"{PATH}/sharing", form)
    page = respondent.get(f"/s/{CODE}/results")
    assert page.status_code == 200
    assert "There are no figures before 15 responses have come." in page.text
    respond(36, 54)
    show_to_all(store, CODE)
    page = respondent.get(f"/s/{CODE}/results")
    assert "About 30 of the 100 who answered would truthfully say yes" in page.text
    assert respondent.get(f"/s/{CODE}/state").get_json()["results"] is True
    document = json.loads(respondent.get(f"/s/{CODE}/results.json").text)
    assert "reports" not in document
    instructor.post(f"{PATH}/sharing", {"fewest_responses": "5"})
    assert respondent.get(f"/s/{CODE}/results").status_code == 403
    assert respondent.get(f"/s/{CODE}/state").get_json()["results"] is False


@pytest.mark.parametrize("typed", ["0", "-1", "x", ""])
def test_impossible_threshold_is_explained(instructor, one_question, typed):
    answer = instructor.post(f"{PATH}/sharing", {"fewest_responses": typed})
    assert answer.status_code == 422
    assert 'class="error"' in answer.text


def test_one_question_is_offered_no_second_beside_it(instructor, respond, mixed_survey):
    respond(6, 6)
    offered = "Two questions beside each other"
    assert offered not in instructor.get(PATH).text
    assert offered in instructor.get(f"/surveys/{mixed_survey.code}").text


def test_the_first_slide_shows_code_link_digest_and_count(app, instructor, respond, one_question):
    respond(2, 1)
    page = re.sub(r"\s+", " ", instructor.get(f"{PATH}/present?slide=0").text)
    assert "dsh 234" in page
    assert "http://localhost/s/dsh234" in page
    assert "The count appears once 15 have responded" in page
    assert "Phones cannot reach" in page
    digest = one_question.instrument.digest
    assert short_form(digest) in page
    link = f"http://localhost/s/dsh234#q={full_form(digest)}&k={linked_key(app)}"
    assert f'value="{html.escape(link)}"' in page
    assert app.extensions["signing_key"].public.fingerprint in page
    assert page.count("#q=") == 1  # what is typed stays short
    elsewhere = instructor.client.get(f"{PATH}/present", base_url="http://127.0.0.1:8000")
    assert elsewhere.status_code == 302  # the session belongs to the other host


def test_qr_holds_the_address_and_the_whole_digest(app, instructor, one_question):
    app.config["PUBLIC_URL"] = "https://survey.example.org"
    svg = instructor.get(f"{PATH}/qr.svg")
    assert svg.mimetype == "image/svg+xml"
    link = f"https://survey.example.org/s/{CODE}#q={full_form(one_question.instrument.digest)}"
    link += f"&k={linked_key(app)}"
    expected = segno.make(link, error="m", micro=False)
    drawn = io.BytesIO()
    expected.save(drawn, kind="svg", omitsize=True, border=4, dark="#000", light="#fff")
    assert svg.data == drawn.getvalue()


@pytest.mark.parametrize("section", ["", "/settings", "/files"])
def test_every_link_of_a_section_leads_somewhere(instructor, respond, section):
    respond(40, 60)
    here = f"{PATH}{section}"
    links = set(re.findall(r'href="([^"#]+)', instructor.get(f"{here}?confidence=99").text))
    assert {PATH, f"{PATH}/share", f"{PATH}/settings", f"{PATH}/files"} <= links
    assert (f"{PATH}/estimates.csv?confidence=99" in links) == (section == "/files")
    for link in links:
        address = html.unescape(f"{here}{link}" if link.startswith("?") else link)
        assert instructor.get(address, buffered=True).status_code == 200, link


@pytest.mark.parametrize("section", ["settings", "files"])
def test_a_draft_has_no_sections(instructor, store, section):
    store.surveys.add(Survey("drf234", make_instrument("1/4")))
    assert instructor.get(f"/surveys/drf234/{section}").status_code == 404


def interval_rows(page: str) -> list[tuple[str, str]]:
    """The names and ends of the table of intervals, in order."""
    found = re.findall(r"<dt>(\w+)</dt><dd>([^<]*)</dd><dd class", page)
    return [(name.lower(), ends) for name, ends in found]


def test_the_interval_that_holds_however_often_one_looked_is_told_closed_or_not(
    instructor, store, respond
):
    """Nothing keeps whether closing was planned before the figures were seen."""
    respond(40, 60)
    for state in (State.OPEN, State.CLOSED):
        store.surveys.set_state(CODE, state)
        page = instructor.get(PATH).text
        names = [name for name, _ in interval_rows(page)]
        assert names[:2] == ["hoeffding", "anytime"]
        assert set(names) >= {"class", "population"}
        assert page.count("range, however often you look (95%)") == 1
        assert 'class="band-announced"' in page
        assert '<span class="key-announced">Hoeffding</span>' in page


def test_intervals_on_the_page_are_those_of_the_download(instructor, respond):
    respond(40, 60)
    rows = dict(interval_rows(instructor.get(PATH).text))
    (question,) = instructor.get(f"{PATH}/results.json").get_json()["questions"]
    for name, (low, high) in question["intervals"].items():
        assert rows[name] == f"{ENGLISH.percent(low, 1)} to {ENGLISH.percent(high, 1)}"


def test_reports_that_no_class_could_send_are_said_in_words(instructor, respond):
    respond(0, 100)
    rows = dict(interval_rows(instructor.get(PATH).text))
    assert rows["anytime"].startswith("no class could plausibly have sent this: chance below 5%")


def test_the_number_out_of_the_class_stands_on_every_result(instructor, store, open_survey):
    """On cards, their files, slides and the handout."""
    for number in range(12):
        reports = Response(open_survey.instrument.digest, f"{number:032x}", (1, 0, 1))
        store.responses.add("bcd234", reports)
    store.surveys.set_state("bcd234", State.CLOSED)
    dashboard = instructor.get("/surveys/bcd234").text
    questions = len(open_survey.instrument.questions)
    assert dashboard.count("<summary>12 of 100 answered</summary>") == questions
    assert (
        "<strong>12</strong> of 100 responses"
        in instructor.get("/surveys/bcd234/present?slide=1").text
    )
    assert "12 of 100 answered" in instructor.get("/surveys/bcd234/report").text
    assert "12 of 100 answered" in instructor.get("/surveys/bcd234/cards/q1").text
    document = instructor.get("/surveys/bcd234/results.json").get_json()
    assert (document["responses"], document["instrument"]["class_size"]) == (12, 100)
