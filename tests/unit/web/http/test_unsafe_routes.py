"""Every unsafe route: whether it can be undone, and whether a stale page or none can press it."""

import html
import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest
from demos import DEMOS
from instruments import make_instrument
from routes import routes
from translated import make_translated_instrument

from survey.core.responses.response import Response
from survey.store import Instructor, State, Store, Survey
from survey.store.models import INSTRUCTOR
from survey.store.stamps import CHANGED

CODE, NOW = "bcd234", 4_000_000_000
PATH = f"/surveys/{CODE}"

# Why a press of these can be undone, or loses nothing.
UNDONE = {
    "account.change_password": "changed again; the present password is asked for",
    "account.sign_in": "signed out",
    "account.sign_out": "signed in",
    "account.use_link": "the link is in the address, and is spent in one transaction",
    "another_group.page": "the new draft is deleted",
    "ask_class.ask": "the new survey is deleted; nothing that was there changes",
    "closing.plan": "another time, or none, until it has come",
    "colleagues.link": "another link is made",
    "colleagues.page": "the account is removed",
    "compose.duplicate": "the new draft is deleted",
    "compose.meanings": "stores nothing",
    "compose.new": "the new draft is deleted; its code is in the form, and it is stored once",
    "compose.template": "the new template is deleted",
    "demo.fill": "the simulated students go with the demo",
    "held_client.page": "another address, until the first response fixes it",
    "imports.upload": "stores nothing",
    "labels.save": "other labels",
    "lifecycle.sharing": "hidden again",
    "people.share": "withdrawn",
    "people.withdraw": "shared again",
    "ready_made.draft": "the new draft is deleted",
    "rehearse.begin": "rehearsed again: the students are simulated",
    "rehearse.end": "rehearsed again: the students are simulated",
    "respond.token": "stores nothing",
    "settings.page": "other settings",
    "surveys.archive": "brought back",
    "surveys.bring_back": "archived",
}
# A respondent's response is final. It names the digest of the questionnaire that was read, which
# the store compares in its transaction: tests/support/responses_contract.py.
BY_DIGEST = {"coin.page", "respond.responses"}
# What is typed replaces a draft, whose digest the form carries: test_changed_meanwhile.py.
BY_DRAFT = {"compose.edit", "translations.page"}


@dataclass(frozen=True)
class Press:
    """An irreversible press: the page with its button, the form's address, and what is typed.

    `prepare` makes the survey, `meanwhile` changes what the page shows.
    """

    page: str
    action: str
    prepare: Callable[[Store], object]
    meanwhile: Callable[[Store], object]
    form: dict[str, str] = field(default_factory=dict)


def survey(state: State = State.OPEN, **fields: object) -> Callable[[Store], object]:
    instrument = fields.pop("instrument", make_instrument("1/4"))
    return lambda store: store.surveys.add(Survey(CODE, instrument, state, **fields))


def respond(store: Store, number: int = 1) -> None:
    asked = store.surveys.get(CODE).instrument
    store.responses.add(CODE, Response(asked.digest, f"{number:032x}", (0,) * len(asked.items)))


def limit(store: Store) -> None:
    store.surveys.set_limits(CODE, 70, False)


def closing(store: Store) -> None:
    survey()(store)
    store.surveys.begin_last_minute(CODE, NOW)


def undo_and_close_again(store: Store) -> None:
    store.surveys.plan_closing(CODE, None)
    store.surveys.begin_last_minute(CODE, NOW + 9)


def tokens(*hashes: str) -> Callable[[Store], object]:
    return lambda store: store.surveys.add_tokens(CODE, hashes)


def with_slips(store: Store) -> None:
    survey()(store)
    tokens("one", "two")(store)


def translated(store: Store) -> None:
    survey(State.DRAFT, instrument=make_translated_instrument())(store)


def retitle(store: Store) -> None:
    kept = store.surveys.get(CODE).instrument
    store.surveys.replace_instrument(CODE, make_instrument("1/3"), kept.digest)


def enlarge(store: Store) -> None:
    """Another window changes the draft's number of students, and keeps the translations."""
    kept = store.surveys.get(CODE).instrument
    store.surveys.replace_instrument(CODE, replace(kept, class_size=77), kept.digest)


def account(store: Store) -> None:
    store.instructors.add(Instructor("grace"))
    store.surveys.add(Survey(CODE, make_instrument("1/4"), State.OPEN, owner="grace"))


IRREVERSIBLE = {
    "lifecycle.publish": Press(PATH, f"{PATH}/publish", survey(State.DRAFT), retitle),
    "lifecycle.close": Press(f"{PATH}/settings", f"{PATH}/close", survey(), limit),
    "lifecycle.finish": Press(f"{PATH}/settings", f"{PATH}/finish", closing, undo_and_close_again),
    "lifecycle.delete": Press(f"{PATH}/delete", f"{PATH}/delete", survey(), respond,
                              {"code": CODE}),
    "limits.page": Press(f"{PATH}/limits", f"{PATH}/limits", survey(), limit,
                         {"figures": "closed", "cap": "90"}),
    "tokens.page": Press(f"{PATH}/tokens", f"{PATH}/tokens", with_slips, tokens("three"),
                         {"count": "5"}),
    "tokens.withdraw": Press(f"{PATH}/tokens", f"{PATH}/tokens/withdraw", with_slips,
                             tokens("three")),
    "people.hand_over": Press(f"{PATH}/people", f"{PATH}/people/hand-over", survey(), limit,
                              {"heir": "ada"}),
    "colleagues.remove": Press("/settings/colleagues/grace/remove",
                               "/settings/colleagues/grace/remove", account, respond,
                               {"surveys": "delete"}),
    "demo.remove": Press(PATH, f"{PATH}/demo/remove",
                         survey(instrument=DEMOS["this release"]), respond),
    "translations.remove": Press(f"{PATH}/translations/ar", f"{PATH}/translations/ar/remove",
                                 translated, enlarge),
}  # fmt: skip


def carried(page: str, action: str) -> dict[str, str]:
    """The hidden fields of the page's form with this action."""
    form_of = rf'<form [^>]*method="post" action="{re.escape(action)}"[^>]*>(.*?)</form>'
    form = re.search(form_of, page, re.S)[1]
    hidden = re.findall(r'<input[^>]*type="hidden"[^>]*>', form)
    found = [(re.search('name="([^"]*)"', each), re.search('value="([^"]*)"', each))
             for each in hidden]  # fmt: skip
    return {name[1]: html.unescape(value[1]) for name, value in found if name and value}


def held(store: Store) -> tuple:
    return (
        store.surveys.all(),
        [each.name for each in store.instructors.all()],
        [(each.code, store.responses.tally(each.code).responses) for each in store.surveys.all()],
        [store.surveys.token_counts(each.code) for each in store.surveys.all()],
    )


def test_each_unsafe_route_is_in_one_table(app):
    unsafe = {
        each.endpoint for each in routes(app) if each.method not in {"GET", "HEAD", "OPTIONS"}
    }
    tables = [UNDONE, BY_DIGEST, BY_DRAFT, IRREVERSIBLE]
    assert unsafe == set().union(*tables)
    assert sum(map(len, tables)) == len(unsafe)


@pytest.fixture(params=IRREVERSIBLE)
def press(request, store) -> Press:
    store.instructors.add(Instructor("ada"))
    press = IRREVERSIBLE[request.param]
    press.prepare(store)
    return press


def test_a_stale_page_and_none_do_nothing_and_see_the_page_anew(press, instructor, store):
    shown = carried(instructor.get(press.page).text, press.action)
    press.meanwhile(store)
    before = held(store)
    bare = {name: value for name, value in shown.items() if name == "csrf_token"}
    for sent in (shown, bare):
        answer = instructor.client.post(press.action, data=sent | press.form)
        assert answer.status_code == 409
        assert held(store) == before
        fresh = carried(answer.text, press.action)
        assert fresh.keys() == shown.keys()
        assert fresh != shown
        assert '<p class="error" role="alert"' in answer.text
    assert instructor.client.post(press.action, data=fresh | press.form).status_code in {200, 302}
    assert held(store) != before


def test_finish_after_undo_closes_nothing(instructor, store):
    closing(store)
    shown = carried(instructor.get(f"{PATH}/settings").text, f"{PATH}/finish")
    store.surveys.plan_closing(CODE, None)
    for sent in (shown, {"csrf_token": shown["csrf_token"]}):
        answer = instructor.client.post(f"{PATH}/finish", data=sent)
        assert answer.status_code == 409
        assert html.escape(CHANGED) in answer.text
        assert f'action="{PATH}/close"' in answer.text  # the page as it stands now
    assert store.surveys.get(CODE).shown_state is State.OPEN


def test_a_stale_slide_shows_the_slide_anew(instructor, store):
    closing(store)
    slide = f"{PATH}/present?slide=1"
    shown = carried(instructor.get(slide).text, f"{PATH}/finish")
    assert shown["slide"] == "1"
    undo_and_close_again(store)
    answer = instructor.client.post(f"{PATH}/finish", data=shown)
    assert answer.status_code == 409
    assert 'body class="presenter"' in answer.text
    assert f'data-address="{PATH}/present"' in answer.text


def test_whoever_is_removed_by_themselves_is_asked_the_same(signed_in_as, store):
    ada = signed_in_as("ada")
    store.surveys.add(Survey(CODE, make_instrument("1/4"), State.OPEN, owner="ada"))
    answer = ada.post("/settings/colleagues/ada/remove", {"surveys": "delete", "shown": "stale"})
    assert answer.status_code == 409
    assert {each.name for each in store.instructors.all()} == {"ada", INSTRUCTOR}
    assert len(store.surveys.all()) == 1
