"""Terms of one instructor's questions beside each other: no sum, one axis, one change."""

import hashlib
import re
from datetime import date
from html import unescape

import pytest
from instruments import make_instrument, make_mixed_instrument

from survey.core.instrument.same_questions import for_group
from survey.core.responses.response import Response
from survey.store import State, Survey

PATH = "/surveys/win234"
FIRST, LINK = "From the first term to the last", "Beside the other terms"


@pytest.fixture
def add(store):
    """Adds a survey of one term, which has answered, closed on this day unless told otherwise."""

    def add(code, name, term, yes, day=None, state=State.CLOSED, asked=None, respondents=40):
        asked = asked or make_instrument("1/4", title="Exams")
        instrument = for_group(asked, name, 40) if name else asked
        kept = {"group_name": name, "hidden_until_closed": True, "term": term}
        store.surveys.add(Survey(code, instrument, State.OPEN, **kept))
        for number in range(respondents):
            reports = (int(number < yes),) * len(instrument.items)
            response_id = hashlib.sha256(f"{code} {number}".encode()).hexdigest()[:32]
            store.responses.add(code, Response(instrument.digest, response_id, reports))
        if state is State.CLOSED:
            store.surveys.set_state(code, state)
            if day:
                store.surveys._update(code, since=day.isoformat())

    return add


@pytest.fixture
def three(add):
    """Three terms, of which the second closed last; the third has two groups."""
    add("win234", "", "", 30, date(2026, 2, 1))
    add("sum234", "Summer 26", "b", 20, date(2027, 2, 1))
    add("nxa234", "Winter 27 A", "c", 24, date(2026, 12, 1))
    add("nxb234", "Winter 27 B", "c", 16, date(2026, 11, 1))


def rows(page: str) -> list[str]:
    found = re.findall(r'<li class="axis"><a class="words"[^>]*>(.*?)</a>', page, re.S)
    return [unescape(re.sub(r"<[^>]+>", "", each)).strip() for each in found]


def test_each_term_has_a_band_in_the_order_of_closing_and_no_sum(instructor, three):
    page = instructor.get(f"{PATH}/terms").text
    assert rows(page) == ["Exams · 40 answered", "Winter 27 A · 80 answered",
                          "Summer 26 · 40 answered"]  # fmt: skip
    assert "asked in 3 terms · fresh coins each time · 160 responses in all" in page
    assert "together" not in page.split("<main")[1]
    assert page.count(FIRST) == 1
    assert f"{FIRST}: 50 points down; between 80 down and 10 up." in page
    assert "from a wider range of each term (97.5%), so that it holds at 95%." in page
    assert "These may be the same or other people." in page
    assert (
        "For a student who answers in each of the 3 terms: strong → weak, ε = 3.30 in all." in page
    )


def test_a_sum_is_over_the_groups_of_one_term(instructor, three):
    pooled = instructor.get("/surveys/nxa234/pooled").text
    assert "2 groups, 80 people" in pooled
    assert "Summer 26" not in pooled
    one = instructor.get(f"{PATH}/pooled").text
    assert "so far one has" in one


def test_dashboards_lead_to_what_is_beside_them(instructor, three):
    assert LINK in instructor.get(PATH).text
    assert "Together with the other groups" not in instructor.get(PATH).text
    both = instructor.get("/surveys/nxa234").text
    assert LINK in both
    assert "Together with the other groups" in both
    assert f'href="{PATH}/terms">beside the other terms' in instructor.get(f"{PATH}/settings").text


def test_deleting_the_first_term_ends_the_line_of_changes(instructor, store, three):
    ends = "Without it no page tells how later terms have changed."
    assert ends in instructor.get(f"{PATH}/delete").text
    assert ends not in instructor.get("/surveys/sum234/delete").text
    store.surveys.delete("win234")
    page = instructor.get("/surveys/sum234/terms").text
    assert rows(page)[0].startswith("Winter 27 A")
    assert FIRST not in page
    assert "No change is shown, since the first term is not among these." in page


@pytest.mark.parametrize(("day", "said"), [
    (None, "the first term is not among these"), (date(2028, 2, 1), "the first term closed last")
])  # fmt: skip
def test_no_ranges_of_changes_are_spoken_of_where_none_is_told(instructor, add, day, said):
    mixed = make_mixed_instrument()
    closed = State.CLOSED if day else State.OPEN
    add("win234", "", "", 30, day, state=closed, asked=mixed)
    add("sum234", "Summer 26", "b", 20, date(2027, 2, 1), asked=mixed)
    add("nxa234", "Winter 27", "c", 20, date(2026, 12, 1), asked=mixed)
    page = instructor.get("/surveys/sum234/terms").text
    assert f"No change is shown, since {said}." in page
    assert FIRST not in page and "range of a change" not in page and "wider range" not in page


def test_terms_of_one_name_are_told_apart(instructor, add):
    add("win234", "", "", 30, date(2026, 2, 1))
    add("sum234", "T2", "b", 20, date(2026, 3, 1))
    add("nxa234", "T2", "c", 20, date(2026, 4, 1))
    page = instructor.get(f"{PATH}/terms").text
    assert [each.split(" · 40")[0] for each in rows(page)] == [
        "Exams", "T2 · sum234", "T2 · nxa234"
    ]  # fmt: skip


def test_surveys_made_separately_are_no_terms_of_each_other(instructor, store, three, add):
    """Terms are asked by "Ask the same questions again", each of one survey."""
    store.surveys._update("sum234", asked_first="win234")
    for place, code in enumerate(("abc234", "abd234")):
        add(code, "", "", 5, date(2025, 1, 1 + place))
    page = instructor.get("/surveys/sum234/terms").text
    assert rows(page)[0] == "Exams · 40 answered"
    assert f"{FIRST}: 50 points down" in page
    store.surveys.delete("nxa234")
    store.surveys.delete("nxb234")
    for code in ("abc234", "abd234"):
        assert "Summer 26" not in instructor.get(f"/surveys/{code}/terms").text
        assert LINK not in instructor.get(f"/surveys/{code}").text


def test_a_term_that_runs_is_not_among_them(instructor, add):
    add("win234", "", "", 30, date(2026, 2, 1))
    add("sum234", "Summer 26", "b", 20, state=State.OPEN)
    page = instructor.get(f"{PATH}/terms").text
    assert "Two terms that have closed stand beside each other here." in page
    assert "It is open" in page
    assert FIRST not in page
    assert LINK not in instructor.get(PATH).text


def test_every_figure_of_every_kind_has_its_change(instructor, add):
    mixed = make_mixed_instrument()
    add("win234", "", "", 30, date(2026, 2, 1), asked=mixed)
    add("sum234", "Summer 26", "b", 20, date(2027, 2, 1), asked=mixed)
    page = instructor.get(f"{PATH}/terms?confidence=90").text
    assert page.count(FIRST) == 1 + 3 + 2 + 1 + 1
    assert "Each range of a change is right by itself" in page


def test_a_new_term_is_kept_with_the_survey_and_says_what_it_costs(instructor, store, add):
    add("win234", "", "", 30, date(2026, 2, 1))
    form = {"group": "Summer 26", "class_size": "40"}
    assert "Please choose one" in instructor.post(f"{PATH}/group", form).text
    for when, term in (("now", ""), ("term", None)):
        made = instructor.post(f"{PATH}/group", form | {"when": when}).location.split("/")[2]
        draft = store.surveys.get(made)
        assert draft.asked_first == "win234"
        assert (draft.term == term) if term is not None else draft.term
        costs = "For a student who answers in each of the 2 terms: strong → fair, ε = 2.20 in all."
        assert (costs in instructor.get(f"/surveys/{made}").text) == bool(draft.term)
    again = instructor.post(f"/surveys/{made}/publish")
    assert again.status_code == 302
    later = instructor.post(f"/surveys/{made}/group", form | {"when": "now"}).location
    assert store.surveys.get(later.split("/")[2]).term == draft.term
