"""All groups of one instructor that were asked the same questions, on one page and in its files."""

import csv
import hashlib
import io
import json
import re
from html import unescape

import openpyxl
import pytest
from click.testing import CliRunner
from instruments import make_instrument, make_mixed_instrument
from page_words import words_of
from signing_keys import KEY

from survey.cli.commands.pool import pool as pool_command
from survey.core.instrument.same_questions import for_group
from survey.core.pooling.pooled import Group, pool
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.text.pooled_words import like_these_in_words, together_in_words
from survey.wire.stating import sign_missing_statements

GROUPS = {"pla234": ("Section A", 14, 40), "plb234": ("Section B", 17, 38),
          "plc234": ("Section C", 11, 41)}  # fmt: skip
PATH = "/surveys/pla234/pooled"
LINK = "Together with the other groups"
TWO = "?chosen=1&group=pla234&group=plc234"


@pytest.fixture
def add(store):
    """Adds a survey of one group, which has answered, closed unless told otherwise."""

    def add(code, name, yes, respondents, state=State.CLOSED, **decided):
        asked = decided.pop("asked", make_instrument("1/4"))
        instrument = for_group(asked, name, 40)
        kept = {"group_name": name, "hidden_until_closed": True} | decided
        store.surveys.add(Survey(code, instrument, State.OPEN, **kept))
        for number in range(respondents):
            reports = (int(number < yes),) * len(instrument.items)
            response_id = hashlib.sha256(f"{code} {number}".encode()).hexdigest()[:32]
            store.responses.add(code, Response(instrument.digest, response_id, reports))
        if state is State.CLOSED:
            store.surveys.set_state(code, state)
            sign_missing_statements(store, KEY)

    return add


@pytest.fixture
def groups(add):
    for code, (name, yes, respondents) in GROUPS.items():
        add(code, name, yes, respondents)


def core_share(store, codes=tuple(GROUPS)):
    surveys = [store.surveys.get(code) for code in codes]
    [question] = pool(
        [
            Group(each.instrument.title, each.instrument, store.responses.tally(each.code), True)
            for each in surveys
        ],
        0.95,
    )
    [share] = question.figures
    return share


def test_the_page_says_what_the_core_says(instructor, store, groups):
    page = instructor.get(PATH)
    words, share = words_of(page.text, gap=" "), core_share(store)
    assert page.status_code == 200
    assert together_in_words(share) in words
    least, most = share.persons
    assert f"All together: about 25 of the 119, between {least} and {most} (95%)" in words
    assert like_these_in_words(share) in words
    assert "It takes these classes for a random sample" in words
    assert "3 groups, 119 people. Each group's figures waited until it had closed" in words
    assert "A person in two groups counts as two." in words
    for name, _, respondents in GROUPS.values():
        assert f"{name} · {respondents} answered" in words
    assert page.text.count("band-guide") == len(GROUPS) + 1
    assert len(set(re.findall(r'class="band-guide" x1="([^"]+)"', page.text))) == 1


def test_the_files_are_what_the_command_makes_of_the_exports(instructor, groups, tmp_path):
    paths = []
    for code in GROUPS:
        paths.append(tmp_path / f"{code}.json")
        paths[-1].write_text(instructor.get(f"/surveys/{code}/results.json").text)
    documents = {}
    for format_ in ("json", "csv"):
        ran = CliRunner().invoke(pool_command, [*map(str, paths), "--format", format_])
        assert ran.exit_code == 0, ran.output
        documents[format_] = ran.output
    answer = instructor.get(f"{PATH}/pooled.json")
    assert json.loads(answer.text) == json.loads(documents["json"])
    assert answer.headers["Content-Disposition"] == 'attachment; filename="pla234-pooled.json"'
    table = instructor.get(f"{PATH}/pooled.csv").text
    assert list(csv.reader(io.StringIO(table))) == list(csv.reader(io.StringIO(documents["csv"])))
    book = openpyxl.load_workbook(io.BytesIO(instructor.get(f"{PATH}/pooled.xlsx").data))
    assert [row[2] for row in book["figures"].values][1:] == [
        row["group"] for row in json.loads(answer.text)["rows"]
    ]


def test_a_group_is_switched_off_and_that_is_said(instructor, store, groups):
    page = instructor.get(PATH + TWO)
    words, share = words_of(page.text, gap=" "), core_share(store, ("pla234", "plc234"))
    assert (
        "Left out: Section B. If you choose groups by their results, you choose the result."
        in words
    )
    assert together_in_words(share) in words
    assert "All together: about " in words
    assert "Classes like these" not in words
    checked = re.findall(r'name="group" value="(\w+)" checked', page.text)
    assert checked == ["pla234", "plc234"]
    assert f"pooled.json{TWO}&confidence=95" in unescape(page.text)
    found = json.loads(instructor.get(f"{PATH}/pooled.json{TWO}").text)
    assert [each["name"] for each in found["groups"]] == ["Exams (Section A)", "Exams (Section C)"]
    assert "Left out" not in words_of(instructor.get(PATH).text, gap=" ")


@pytest.mark.parametrize("query", ["?chosen=1", "?chosen=1&group=pla234", "?chosen=1&group=zzz999"])
def test_fewer_than_two_chosen_groups_are_not_pooled(instructor, groups, query):
    words = words_of(instructor.get(PATH + query).text, gap=" ")
    assert "Choose two groups or more." in words
    assert "together:" not in words


def test_another_confidence_is_chosen_for_the_same_groups(instructor, groups):
    page = instructor.get(f"{PATH}{TWO}&confidence=99")
    assert "(99%); Hoeffding" in words_of(page.text, gap=" ")
    assert f"{TWO}&confidence=90" in unescape(page.text)
    assert instructor.get(f"{PATH}?confidence=50").status_code == 422


def test_what_its_own_page_does_not_show_is_not_pooled(instructor, store, add, groups):
    add("few234", "Section D", 1, 3)
    add("opn234", "Section E", 20, 30, State.OPEN)
    add("min234", "Section F", 20, 30, State.OPEN)
    store.surveys.begin_last_minute("min234", 1)
    instrument = for_group(make_instrument("1/4"), "Section G", 40)
    store.surveys.add(Survey("drf234", instrument, group_name="Section G"))
    words = words_of(instructor.get(PATH).text, gap=" ")
    assert together_in_words(core_share(store)) in words  # of the same three
    assert "Section D : Too few answered: 3 of the 5 needed." in words
    assert "Section E : It is open. It joins the others once it has closed." in words
    assert "Section F : It is in its last minute" in words
    assert "Section G : It is a draft." in words
    forced = "?chosen=1" + "".join(f"&group={code}" for code in ("few234", "opn234", "min234"))
    assert instructor.get(f"{PATH}/pooled.json{forced}").status_code == 403
    # Their own figures stay where they are.
    assert 'name="group" value="few234"' not in instructor.get(PATH).text


def test_other_questions_and_other_instructors_are_not_among_them(
    instructor, signed_in_as, store, add, groups
):
    add("oth234", "Other", 20, 30, asked=make_instrument("1/4", "1/4"))
    signed_in_as("grace")
    add("grc234", "Of Grace", 20, 30, owner="grace")
    words = words_of(instructor.get(PATH).text, gap=" ")
    assert "Other" not in words.replace("Others", "")
    assert "Of Grace" not in words
    assert together_in_words(core_share(store)) in words


def test_the_dashboard_leads_there_where_another_group_has_closed(instructor, store, add):
    add("pla234", "Section A", 14, 40)
    add("plb234", "Section B", 17, 38, State.OPEN)
    for code in ("pla234", "plb234"):  # from an open survey nothing leads there
        assert LINK not in instructor.get(f"/surveys/{code}").text
    before = instructor.get("/surveys/pla234").headers["ETag"]
    store.surveys.set_state("plb234", State.CLOSED)
    unchanged = {"If-None-Match": before}
    page = instructor.client.get("/surveys/pla234", headers=unchanged)
    assert page.status_code == 200
    assert f'href="{PATH}?confidence=95">{LINK}' in page.text
    assert (
        f'href="{PATH}">together with the other groups'
        in instructor.get("/surveys/pla234/settings").text
    )
    add("few234", "Section D", 1, 3)
    assert LINK not in instructor.get("/surveys/few234").text  # nothing of it is shown


def test_only_the_owner_sees_it(stranger, signed_in_as, groups):
    grace = signed_in_as("grace")
    for path in (PATH, f"{PATH}/pooled.json", f"{PATH}/pooled.csv", f"{PATH}/pooled.xlsx"):
        assert "/sign-in" in stranger.get(path).headers["Location"]
        theirs, nobodys = (grace.get(path.replace("pla234", code)) for code in ("pla234", "zzz999"))
        assert (theirs.status_code, nobodys.status_code) == (404, 404)
        assert words_of(theirs.text, gap=" ") == words_of(nobodys.text, gap=" ")


def test_alone_it_says_that_others_are_missing(instructor, add):
    add("pla234", "Section A", 14, 40)
    words = words_of(instructor.get(PATH).text, gap=" ")
    assert "Two groups that have closed can be shown together; so far one has." in words
    add("opn234", "Section E", 20, 30, State.OPEN, asked=make_instrument("1/4", "1/3"))
    assert "so far none has" in words_of(instructor.get("/surveys/opn234/pooled").text, gap=" ")
    assert instructor.get("/surveys/opn234/pooled/pooled.csv").status_code == 403


def test_names_that_are_the_same_are_told_apart(instructor, store, add):
    for code in ("pla234", "plb234"):
        add(code, "Section A", 14, 40)
    words = words_of(instructor.get(PATH).text, gap=" ")
    assert "Section A · pla234" in words
    assert "Section A · plb234" in words


def test_where_no_range_is_known_none_is_drawn(instructor, add):
    """Of unlike γ whose figures were seen, without a limit: Hoeffding's line alone."""
    for code, gamma in ("pla234", "1/4"), ("plb234", "2/5"):
        add(code, code, 20, 40, hidden_until_closed=False, asked=make_instrument(gamma))
    page = instructor.get(PATH)
    assert "Every group showed figures while it ran" in words_of(page.text, gap=" ")
    assert "No range is known. Either the groups have different γ" in words_of(page.text, gap=" ")
    large = page.text[page.text.index('class="axis together"') :]
    assert "band-told" not in large
    assert "band-dot" not in large
    assert "band-announced" in large


def test_every_option_and_every_mean_is_pooled(instructor, add):
    for code in ("pla234", "plb234"):
        add(code, code, 20, 40, asked=make_mixed_instrument())
    page = instructor.get(PATH)
    assert page.text.count('class="axis together"') == 1 + 3 + 2 + 1 + (1 + 5)
    assert page.text.count("<h3>On average</h3>") == 1  # of the rating; a number is a mean alone
    assert "All together: 20.0 on average, between 10.8 and 29.2 (95%)" in words_of(
        page.text, gap=" "
    )
    assert "A friend’s" in page.text or "A friend&#39;s" in page.text
