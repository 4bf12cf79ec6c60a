"""What each role may do with a survey: every endpoint, by whoever has which role."""

import pytest
from instruments import make_instrument
from passwords import InstructorClient
from routes import ARGUMENTS, PUBLIC, routes

from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.store.models import Role
from survey.web.http.audiences import least_role

OPEN, DRAFT = "opn234", "drf234"
INSTRUMENT = make_instrument("1/4", "1/3", title="Secret of the owner")
STRANGER, PRESENTER, EDITOR, OWNER = "stranger", "presenter", "editor", "owner"

PRESENTS = {
    "dashboard.page", "dashboard.card", "dashboard.qr", "dashboard.statement", "presenter.page",
    "share.page", "share.poster", "what_if.page", "relations.page", "relations.picture",
    "pooled.page", "report.page", "report.reporting", "terms.page",
}  # fmt: skip
OWNS = {
    "lifecycle.delete", "surveys.archive", "surveys.bring_back", "people.page", "people.share",
    "people.withdraw", "people.hand_over", "labels.save", "held_client.page",
}  # fmt: skip
EDITS = {
    "another_group.page", "closing.plan", "compose.duplicate", "compose.edit", "compose.preview",
    "compose.previewed_instrument", "compose.previewed_state", "compose.template", "dashboard.csv",
    "dashboard.estimates-csv", "dashboard.json", "dashboard.parquet", "dashboard.xlsx",
    "demo.fill", "demo.remove", "files.page", "lifecycle.close",
    "lifecycle.finish",
    "lifecycle.publish", "lifecycle.sharing", "limits.page", "pooled.document", "pooled.table",
    "pooled.workbook", "preregistration.file", "rehearsal.dashboard.page",
    "rehearsal.presenter.page", "rehearse.begin",
    "rehearse.end", "relations.document", "relations.table", "survey_settings.page",
    "tokens.page", "tokens.withdraw", "translations.choose", "translations.page",
    "translations.remove",
}  # fmt: skip


@pytest.fixture
def clients(app, store, signed_in_as) -> dict[str, InstructorClient]:
    """A browser for each of four instructors, of whom one owns an open survey and a draft."""
    found = {name: signed_in_as(name) for name in (STRANGER, PRESENTER, EDITOR, OWNER)}
    for code, state in ((OPEN, State.OPEN), (DRAFT, State.DRAFT)):
        store.surveys.add(Survey(code, INSTRUMENT, state, owner=OWNER))
        store.surveys.set_colleague(code, PRESENTER, Role.PRESENT)
        store.surveys.set_colleague(code, EDITOR, Role.EDIT)
    for number in range(6):
        store.responses.add(OPEN, Response(INSTRUMENT.digest, f"{number:032x}", (1, 0)))
    return found


def guarded(app) -> dict[str, set[tuple[str, str]]]:
    """(method, path) of every instructor's endpoint whose address names a survey."""
    found: dict[str, set[tuple[str, str]]] = {}
    for route in routes(app):
        guards = route.endpoint not in PUBLIC and ARGUMENTS["code"] in route.path
        if guards and route.method in {"GET", "POST"}:
            found.setdefault(route.endpoint, set()).add((route.method, route.path))
    return found


def test_every_endpoint_has_a_stated_role(app):
    assert set(guarded(app)) == PRESENTS | EDITS | OWNS
    with app.app_context():
        for role, endpoints in ((Role.PRESENT, PRESENTS), (Role.EDIT, EDITS), (Role.OWN, OWNS)):
            assert {each for each in endpoints if least_role(each) is not role} == set()


def status(client: InstructorClient, method: str, path: str, code: str) -> int:
    address = path.replace(ARGUMENTS["code"], code)
    if method == "GET":
        return client.get(address).status_code
    return client.post(address, {"code": "no such"}).status_code


def test_a_lower_role_is_refused_and_a_stranger_learns_nothing(app, store, clients):
    before = store.surveys.get(OPEN)
    for endpoint, asked in guarded(app).items():
        for method, path in asked:
            told = {name: status(clients[name], method, path, OPEN) for name in clients}
            assert told[STRANGER] == 404, (endpoint, told)
            assert told[PRESENTER] == (told[OWNER] if endpoint in PRESENTS else 403), endpoint
            if endpoint in OWNS:
                assert told[EDITOR] == 403, (endpoint, told)
        if store.surveys.get(OPEN).state is State.CLOSED:
            store.surveys.delete(OPEN)
            store.surveys.add(before)
    assert store.surveys.get(OPEN).owner == OWNER


@pytest.mark.parametrize("endpoint", sorted(EDITS | PRESENTS))
def test_an_editor_is_told_what_the_owner_is(app, clients, endpoint):
    """But for who is signed in; forms change what they change once, so pages alone are asked."""
    for method, path in guarded(app)[endpoint]:
        if method == "GET":
            for code in (OPEN, DRAFT):
                of_owner, of_editor = (
                    status(clients[name], method, path, code) for name in (OWNER, EDITOR)
                )
                assert of_owner == of_editor


def test_a_presenter_of_a_draft_has_nothing_to_present_yet(clients):
    assert clients[PRESENTER].get(f"/surveys/{DRAFT}").status_code == 403
    listed = clients[PRESENTER].get("/surveys").text
    assert OPEN in listed.replace(" ", "") or f"/surveys/{OPEN}" in listed
    assert f"/surveys/{DRAFT}" not in listed
    assert f"/surveys/{DRAFT}" in clients[EDITOR].get("/surveys").text


def test_a_page_offers_what_the_role_may_do(clients):
    settings = f'href="/surveys/{OPEN}/settings"'
    delete = f'href="/surveys/{OPEN}/delete"'
    assert settings not in clients[PRESENTER].get(f"/surveys/{OPEN}").text
    assert settings in clients[EDITOR].get(f"/surveys/{OPEN}").text
    assert delete not in clients[EDITOR].get(f"/surveys/{OPEN}/settings").text
    assert delete in clients[OWNER].get(f"/surveys/{OPEN}/settings").text
    slides = clients[PRESENTER].get(f"/surveys/{OPEN}/present").text
    assert "Close in" not in slides
    assert "Close in" in clients[EDITOR].get(f"/surveys/{OPEN}/present").text


def test_the_list_says_whose_a_shared_survey_is(clients):
    listed = clients[EDITOR].get("/surveys").text
    assert "shared by owner" in listed
    assert f'/surveys/{DRAFT}/archive"' not in listed
    assert f'/surveys/{DRAFT}/archive"' in clients[OWNER].get("/surveys").text


def test_a_stranger_reads_whom_to_ask_whether_the_survey_is_there_or_not(clients):
    for code in (OPEN, "zzz999"):
        answer = clients[STRANGER].get(f"/surveys/{code}")
        assert answer.status_code == 404
        assert "ask its owner to add you" in answer.text
        assert "Secret" not in answer.text


def test_roles_are_given_changed_and_taken_from_the_next_request_on(store, clients):
    people = f"/surveys/{OPEN}/people"
    stranger, owner = clients[STRANGER], clients[OWNER]
    assert owner.post(people, {"name": STRANGER, "role": "present"}).status_code == 302
    assert stranger.get(f"/surveys/{OPEN}").status_code == 200
    assert stranger.get(f"/surveys/{OPEN}/settings").status_code == 403
    assert "owner" in stranger.get(f"/surveys/{OPEN}/settings").text
    owner.post(people, {"name": STRANGER, "role": "edit"})
    assert stranger.get(f"/surveys/{OPEN}/settings").status_code == 200
    assert STRANGER in owner.get(people).text
    owner.post(f"{people}/{STRANGER}/withdraw")
    assert stranger.get(f"/surveys/{OPEN}").status_code == 404


@pytest.mark.parametrize(
    "form", [{"name": "nobody", "role": "edit"}, {"name": STRANGER, "role": "own"}, {}]
)
def test_what_is_no_colleague_or_no_role_changes_nothing(store, clients, form):
    before = store.surveys.get(OPEN)
    assert clients[OWNER].post(f"/surveys/{OPEN}/people", form).status_code == 422
    assert store.surveys.get(OPEN) == before


def test_people_leads_to_the_account_where_colleagues_are_invited(clients):
    people = clients[OWNER].get(f"/surveys/{OPEN}/people").text
    assert 'under <a href="/settings">Account</a>' in people


def test_handing_over_makes_the_heir_the_owner_and_the_former_one_an_editor(store, clients):
    clients[OWNER].post(f"/surveys/{OPEN}/people/hand-over", {"heir": PRESENTER})
    survey = store.surveys.get(OPEN)
    assert survey.owner == PRESENTER
    assert survey.role_of(OWNER) is Role.EDIT
    assert clients[OWNER].get(f"/surveys/{OPEN}/people").status_code == 403
    assert clients[PRESENTER].get(f"/surveys/{OPEN}/people").status_code == 200
    refused = clients[PRESENTER].post(f"/surveys/{OPEN}/people/hand-over", {"heir": "nobody"})
    assert refused.status_code == 422


def test_an_editors_other_group_is_the_editors_own(store, clients):
    store.surveys.set_state(OPEN, State.CLOSED)
    clients[EDITOR].post(
        f"/surveys/{OPEN}/group", {"group": "B", "class_size": "40", "when": "now"}
    )
    (made,) = store.surveys.all(EDITOR)
    assert made.group_name == "B"
    assert made.colleagues == ()


def test_groups_of_others_are_beside_it_only_where_they_are_shared(store, clients):
    for code, owner in (("grp234", OWNER), ("grp345", STRANGER)):
        store.surveys.add(Survey(code, INSTRUMENT, State.OPEN, owner=owner, group_name=code))
    page = clients[EDITOR].get(f"/surveys/{OPEN}/pooled").text
    assert "grp234" not in page
    assert "grp345" not in page
    store.surveys.set_colleague("grp345", EDITOR, Role.PRESENT)
    assert "grp345" in clients[EDITOR].get(f"/surveys/{OPEN}/pooled").text
    assert "grp345" not in clients[OWNER].get(f"/surveys/{OPEN}/pooled").text
