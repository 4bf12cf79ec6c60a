"""A rehearsal of a draft: simulated students at a truth that is set, out of respondents' reach."""

import re
from dataclasses import replace

import pytest
from control_survey import star_instrument
from instruments import make_instrument, make_mixed_instrument

from survey.core.instrument.parsing import validate
from survey.core.kinds.truths import SharesOfOptions
from survey.core.simulation.class_truths import proposed_truth, shares_of
from survey.store import State, Survey
from survey.web.running import rehearsal

DRAFT = "/surveys/drft34"
BEGIN = f"{DRAFT}/rehearse"
SHOWN = f"{DRAFT}/rehearsal"


@pytest.fixture
def draft(store) -> Survey:
    survey = Survey("drft34", make_instrument("2/5", "1/4"), fewest_responses=1)
    store.surveys.add(survey)
    return survey


@pytest.fixture
def rehearsals(app):
    return app.extensions["rehearsals"]


def responses(rehearsals) -> int:
    return rehearsals.existing().responses.tally("drft34").responses


def test_one_click_fills_a_draft_and_shows_its_dashboard(instructor, store, draft, rehearsals):
    assert "Rehearse</button>" in instructor.get(DRAFT).text
    begun = instructor.post(BEGIN)
    assert begun.location == SHOWN
    page = instructor.get(SHOWN).text
    assert "nothing here is about anyone" in page
    assert f"{draft.instrument.class_size}" in page
    assert draft.instrument.questions[0].text in page
    assert responses(rehearsals) == draft.instrument.class_size
    assert store.responses.tally("drft34").responses == 0
    assert store.surveys.get("drft34") == draft


def test_the_class_has_the_truth_that_is_set(instructor, draft, rehearsals, monkeypatch):
    made = []

    def watched(instrument, shares, students):
        made.append(shares)
        return []

    monkeypatch.setattr(rehearsal, "simulated_responses", watched)
    instructor.post(BEGIN, {"truth-1-1": "80"})
    assert made == [[[0.8], [0.3]]]
    page = instructor.get(SHOWN).text
    assert re.search(r'name="truth-1-1" value="80"', page)
    assert "The truth, and" in page


@pytest.mark.parametrize("typed", ["101", "-1", "nan", "", "x", "inf"])
def test_a_truth_out_of_its_range_is_refused(instructor, draft, rehearsals, typed):
    refused = instructor.post(BEGIN, {"truth-1-1": typed})
    assert refused.status_code == 422
    assert "from 0 to 100" in refused.text
    assert rehearsals.existing() is None


def test_every_kind_has_a_truth_to_set(instructor, store, rehearsals):
    store.surveys.add(Survey("drft34", make_mixed_instrument(), fewest_responses=1))
    page = instructor.get(DRAFT).text
    names = re.findall(r'name="(truth-[\d-]+)"', page)
    wanted = proposed_truth(make_mixed_instrument())
    assert len(names) == sum(map(len, wanted))
    instructor.post(BEGIN, dict.fromkeys(names, "1"))
    assert instructor.get(SHOWN).status_code == 200


def test_a_control_question_has_a_pack_of_slips(instructor, store, rehearsals):
    stars = validate(star_instrument().raw() | {"class_size": 398})
    store.surveys.add(Survey("drft34", stars))
    instructor.post(BEGIN)
    assert "100 of the 400 slips bear a star." in instructor.get(SHOWN).text


def test_percentages_of_options_count_in_proportion():
    instrument = make_mixed_instrument()
    truth = [[0.0] * len(each) for each in proposed_truth(instrument)]
    for question, shares in zip(instrument.questions, shares_of(instrument, truth), strict=True):
        if isinstance(question.kind.truths, SharesOfOptions):
            assert shares == [1 / question.options] * question.options
    for question, proposed in zip(instrument.questions, proposed_truth(instrument), strict=True):
        if isinstance(question.kind.truths, SharesOfOptions):
            assert sum(proposed) == 100


def test_they_come_as_in_class_and_no_more_than_the_class(
    instructor, draft, rehearsals, monkeypatch
):
    seen = []
    monkeypatch.setattr(rehearsal, "Thread", AtOnce)
    monkeypatch.setattr(rehearsal, "sleep", lambda _: seen.append(responses(rehearsals)))
    instructor.post(BEGIN, {"arrive": "in-steps"})
    assert seen == sorted(set(seen))
    assert len(seen) > 10
    assert seen[-1] == draft.instrument.class_size


class AtOnce:
    """A thread that is done when it is started."""

    def __init__(self, target, args, daemon):
        self.start = lambda: target(*args)


@pytest.mark.parametrize("otherwise", ["end", "begin"])
def test_a_class_that_arrives_stops_when_the_rehearsal_ends(
    instructor, draft, rehearsals, monkeypatch, otherwise
):
    monkeypatch.setattr(rehearsal, "Thread", AtOnce)
    pauses = []

    def decide(_):
        pauses.append(1)
        rehearsals.end("drft34") if otherwise == "end" else rehearsals.begin(draft)

    monkeypatch.setattr(rehearsal, "sleep", decide)
    instructor.post(BEGIN, {"arrive": "in-steps"})
    assert len(pauses) == 1


WIPING = {
    "end": (f"{BEGIN}/end", {}),
    "publish": (f"{DRAFT}/publish", {}),
    "delete": (f"{DRAFT}/delete", {"code": "drft34"}),
    "begin": (BEGIN, {}),
}


@pytest.mark.parametrize("way", WIPING)
def test_it_is_wiped_to_the_byte(instructor, config, draft, rehearsals, way):
    instructor.post(BEGIN)
    found = rehearsals.existing()
    former = [response_id for response_id, _ in found.responses.all("drft34")]
    file = config.data / "rehearsals.db"
    assert all(each.encode() in file.read_bytes() for each in former)
    address, form = WIPING[way]
    assert instructor.post(address, form).status_code == 302
    assert not any(each.encode() in file.read_bytes() for each in former)
    assert (rehearsals.find("drft34") is None) == (way != "begin")


def test_where_there_is_none_its_pages_lead_to_the_survey(instructor, store, draft, rehearsals):
    assert instructor.get(SHOWN).location == DRAFT
    instructor.post(BEGIN)
    assert instructor.get(SHOWN).status_code == 200
    store.surveys.set_state("drft34", State.OPEN)  # behind the page's back
    assert instructor.get(SHOWN).location == DRAFT


def test_a_published_survey_is_not_rehearsed(instructor, store, draft, rehearsals):
    store.surveys.set_state("drft34", State.OPEN)
    refused = instructor.post(BEGIN)
    assert refused.status_code == 409
    assert "Only a draft is rehearsed." in refused.text


@pytest.mark.parametrize("way", ["publish", "delete"])
@pytest.mark.parametrize("when", ["simulated", "checked"])
def test_none_is_left_of_a_draft_that_goes_while_it_begins(
    instructor, store, draft, rehearsals, monkeypatch, way, when
):
    """The students of a large class take their time; the draft goes before they are there."""
    simulate, change = rehearsal.simulated_responses, getattr(store.surveys, CHANGE[way])
    racing = []

    def students(*given):
        if when == "simulated":
            instructor.post(*WIPING[way])
        return simulate(*given)

    def begin_first(*given):
        if when == "checked" and not racing:
            racing.append(1)
            instructor.post(BEGIN)
        return change(*given)

    monkeypatch.setattr(rehearsal, "simulated_responses", students)
    monkeypatch.setattr(store.surveys, CHANGE[way], begin_first)
    if when == "simulated":
        assert instructor.post(BEGIN).status_code == 409
    else:
        instructor.post(*WIPING[way])
    assert rehearsals.find("drft34") is None


CHANGE = {"publish": "set_state", "delete": "delete"}


def test_no_file_is_made_before_the_first_one(instructor, config, draft):
    instructor.get(DRAFT)
    instructor.post(f"{BEGIN}/end")
    assert not (config.data / "rehearsals.db").exists()
    instructor.post(BEGIN)
    assert (config.data / "rehearsals.db").stat().st_mode & 0o777 == 0o600


def test_a_changed_draft_says_so(instructor, store, draft, rehearsals):
    instructor.post(BEGIN)
    changed = replace(draft.instrument, title="Another")
    store.surveys.replace_instrument("drft34", changed, draft.instrument.digest)
    assert "The draft has changed since" in instructor.get(SHOWN).text


def sent_to(draft: Survey) -> dict:
    return {"instrument": draft.instrument.digest, "response_id": "3f" * 16, "reports": [0, 1]}


def test_respondents_cannot_reach_it(instructor, stranger, draft, rehearsals):
    before = {
        path: stranger.get(path).status_code
        for path in ("/s/drft34", "/s/drft34/state", "/s/drft34/instrument.json",
                     "/s/drft34/results", "/s/drft34/reports", "/s/drft34/reports.csv")
    }  # fmt: skip
    instructor.post(BEGIN)
    assert {path: stranger.get(path).status_code for path in before} == before
    sent = stranger.client.post("/s/drft34/responses", json=sent_to(draft))
    assert sent.status_code == 404
    assert responses(rehearsals) == draft.instrument.class_size


PAGES = ("", "/present", "/present?slide=1&results=shown")


@pytest.mark.parametrize("page", PAGES)
def test_its_pages_are_marked_and_lead_to_its_own(instructor, draft, rehearsals, page):
    instructor.post(BEGIN)
    shown = instructor.get(SHOWN + page)
    assert shown.status_code == 200
    assert " data-rehearsal>" in shown.text
    live = f"{DRAFT}/present"
    assert live not in re.findall(r'(?:href|action)="([^"?#]*)', shown.text)


@pytest.mark.parametrize("page", PAGES)
def test_nothing_of_it_is_joined_shared_closed_or_exported(
    app, instructor, draft, rehearsals, page
):
    """Every address on its pages is of the rehearsal, of rehearsing, or of no survey."""
    instructor.post(BEGIN)
    shown = instructor.get(SHOWN + page).text
    named = re.findall(r'(?:href|action|src)="([^"?#]*drft34[^"?#]*)', shown)
    assert {each for each in named if not each.startswith((SHOWN, BEGIN))} <= {DRAFT}
    assert "drf t34" not in shown  # the code, as one types it
    assert ("Nobody can join a rehearsal" in shown) == ("present" in page)
    assert "Phones cannot reach" not in shown


@pytest.mark.parametrize(
    "file", ["results.csv", "results.json", "pictures/q1.svg", "qr.svg", "relations", "report"]
)
def test_no_file_of_it_has_an_address(instructor, draft, rehearsals, file):
    instructor.post(BEGIN)
    assert instructor.get(f"{SHOWN}/{file}").status_code == 404
