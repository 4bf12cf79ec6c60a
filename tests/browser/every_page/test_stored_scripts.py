"""No text that an instructor sets, and none in an address, runs as a script on any page.

In a real Chromium, without the policy of the headers, so that escaping has to hold by itself; and
with --exhaustive with it, too, so that nothing is left to it.
"""

import json
import time
from urllib.parse import quote

import payloads
import pytest
from answered_pages import expect_questions
from playwright.sync_api import expect
from public_figures import show_to_all
from respondent_page import expect_saved, press_send
from routes import add_route

from survey.core.instrument.instrument import FORMAT, Instrument
from survey.core.instrument.limits import LONGEST_INTRODUCTION, LONGEST_TITLE, MOST_QUESTIONS
from survey.core.instrument.parsing import from_canonical_json, validate
from survey.core.responses.response import Response
from survey.errors import InstrumentInvalid
from survey.store import State, Survey
from survey.web.accounts.sign_in import make_sign_in_link

MOST_SECONDS = 120  # until the payloads of the control have run

ARMED = [payloads.armed(text, number) for number, text in enumerate(payloads.ALL)]

# Counts every call of a payload, every dialog that one opens, and every complaint of the policy.
SPY = """
window.ran = (number) => spied(["ran", String(number)]);
for (const name of ["alert", "confirm", "prompt", "print"]) {
  window[name] = () => spied(["ran", name]);
}
document.addEventListener("securitypolicyviolation",
  ({ violatedDirective, blockedURI }) => spied(["blocked", violatedDirective + " " + blockedURI]));
"""

SURVEY_PAGES = ["/s/{}", "/s/{}?lang=it", "/s/{}/coin?lang=it", "/s/{}/results?lang=it",
                "/s/{}/coin", "/s/{}/results", "/s/{}/instrument.json",
                "/s/{}/results/q1/card", "/s/{}/results.json", "/surveys/{}",
                "/surveys/{}?together=1", "/surveys/{}/preview", "/surveys/{}/present?slide=0",
                "/surveys/{}/qr.svg",
                "/surveys/{}/present?slide=1&results=shown",
                "/surveys/{}/report", "/surveys/{}/what-if", "/surveys/{}/delete",
                "/surveys/{}/relations", "/surveys/{}/relations?first=q1&second=q2",
                "/surveys/{}/relations/relation.svg?first=q1&second=q2",
                "/surveys/{}/cards/q1", "/surveys/{}/settings",
                "/surveys/{}/files"]  # fmt: skip
# The usual run opens these alone, of the first survey.
USUAL_PAGES = ["/s/{}", "/s/{}/coin", "/s/{}/results", "/surveys/{}",
               "/surveys/{}/present?slide=1&results=shown", "/surveys/{}/report"]  # fmt: skip
QUESTIONNAIRES = {"/s/{}", "/s/{}?lang=it", "/surveys/{}/preview"}
DRAFT_PAGES = [
    "/surveys/{}",
    "/surveys/{}/edit",
    "/surveys/{}/translations/it",
    "/surveys/{}/translations/fr",
    "/surveys/{}/preview",
]
REFLECTING = ["/s/full34?lang={}", "/surveys/drft34/translations?into={}",
              "/join?code={}", "/sign-in?next={}", "/plan?respondents={}&margin={}&gamma={}",
              "/surveys/full34?confidence={}", "/surveys/full34/relations?first={}&second={}",
              "/surveys/full34/what-if?always_no={}", "/surveys/full34/cards/{}",
              "/s/{}", "/s/{}/results", "/s/rprt34/reports/{}", "/{}"]  # fmt: skip


def packed(texts: list[str], longest: int) -> list[str]:
    """The texts, as many to a piece as fit."""
    pieces = [""]
    for text in texts:
        if len(pieces[-1]) + len(text) + 1 > longest:
            pieces.append("")
        pieces[-1] = f"{pieces[-1]} {text}".strip()
    return pieces


def instrument(title: str, introduction: str, texts: list[str], options: list[str]) -> Instrument:
    """Questions of every kind with these texts, and these options among them.

    Read as what is stored: earlier releases took characters that nobody sees.
    """
    options = [" ".join(each.split()) for each in options]  # of a single line
    shared = [options[start : start + 20] for start in range(0, len(options), 20)]
    listed = [{"kind": kind, "text": "Which?", "options": each, "gamma": "1/4"}
              for kind, each in zip(["choice", "several"] * 10, shared, strict=False)]  # fmt: skip
    kinds = [
        {"kind": "yes/no"},
        {"kind": "number", "low": 0, "high": 9},
        {"kind": "rating", "highest": 3},
    ]
    asked = [{"text": text, **kinds[n % 3]} for n, text in enumerate(texts)]
    document = {"title": title, "introduction": introduction, "questions": [*listed, *asked]}
    # In another language the very same.
    words = [{name: each[name] for name in ("text", "options") if name in each}
             for each in document["questions"]]  # fmt: skip
    translation = {"title": title, "introduction": introduction, "questions": words}
    document |= {"format": FORMAT, "language": "en"}
    return from_canonical_json(json.dumps(document | {"translations": {"it": translation}}))


@pytest.fixture
def hostile(store, exhaustive) -> list[tuple[str, list[str]]]:
    """Surveys with every payload as title, introduction, question and option; and their pages."""
    asked = []
    half = len(ARMED) // 2
    introductions = packed(ARMED, LONGEST_INTRODUCTION)
    plans = [("full34", ARMED[:half], ARMED[half:]), ("full36", ARMED[half:], ARMED[:half])]
    for number, (code, texts, options) in enumerate(plans):
        texts = [*texts, *introductions[number:]][: MOST_QUESTIONS - 5]
        texts = [text for text in texts if len(text) <= 300]
        made = instrument(ARMED[number], introductions[number], texts, options)
        closed = f"rprt3{number * 2 + 4}"  # reports are public once a survey is closed
        for taken in (code, closed):
            store.surveys.add(Survey(taken, made, State.OPEN, True, 1))
            for each in range(5):
                reports = tuple(each % item.options for item in made.items)
                store.responses.add(taken, Response(made.digest, f"{each:032x}", reports))
            show_to_all(store, taken)
        store.surveys.set_state(closed, State.CLOSED)
        if exhaustive or number == 0:
            asked.append((closed, ["/s/{}/reports", "/s/{}/lab"]))
            asked.append((code, SURVEY_PAGES if exhaustive else USUAL_PAGES))
    draft = instrument(ARMED[2], introductions[-1], ARMED[::3][:40], ARMED[1::3])
    store.surveys.add(Survey("drft34", draft))
    asked.append(("drft34", DRAFT_PAGES))
    titles = packed(ARMED, LONGEST_TITLE)
    for number, title in enumerate(titles if exhaustive else titles[::9]):
        code = f"t{number:02}bcd"
        made = instrument(title, "", [title], [])
        store.surveys.add(Survey(code, made, State.OPEN, True, 1))
        asked.append((code, ["/s/{}"]))
    return asked


@pytest.fixture
def spied() -> list[tuple[str, str]]:
    """What ran or was blocked, so far."""
    return []


WITH, WITHOUT = "with the policy", "without the policy"


@pytest.fixture(params=[WITHOUT, pytest.param(WITH, marks=pytest.mark.exhaustive)])
def page(request, new_context, store, spied):
    """A page of a signed-in instructor that notes what runs."""
    context = new_context(1280, 800, bypass_csp=request.param == WITHOUT)
    context.expose_function("spied", lambda what: spied.append(tuple(what)))
    context.add_init_script(SPY)
    page = context.new_page()

    def answer(dialog) -> None:
        if dialog.type == "beforeunload":  # the page's own: a form that came back is not saved
            dialog.accept()
        else:
            spied.append(("ran", dialog.type))
            dialog.dismiss()

    page.on("dialog", answer)
    page.goto(make_sign_in_link(store))
    page.get_by_label("New password").fill("a long enough password")
    page.get_by_label("The same password again").fill("a long enough password")
    page.get_by_role("button", name="Save and go on").click()
    expect(page.get_by_role("heading", name="Surveys")).to_be_visible()
    return page


def look(page, path: str) -> None:
    """Opens the page, and waits until it shows all that it asks for."""
    page.goto(path)
    expect(page.locator("#loading")).to_have_count(0)
    page.evaluate("new Promise((done) => requestAnimationFrame(() => setTimeout(done, 5)))")


def test_corpus_is_large_and_fits_every_field():
    assert len(set(payloads.ALL)) == len(payloads.ALL) >= 100
    assert max(map(len, ARMED)) <= 100


def test_nothing_that_is_stored_runs_on_any_page(page, hostile, spied):
    look(page, "/surveys")
    for code, paths in hostile:
        for path in paths:
            look(page, path.format(code))
            if path in QUESTIONNAIRES:  # not refused
                expect_questions(page)
            assert spied == [], path.format(code)


@pytest.mark.exhaustive
def test_nothing_runs_on_the_receipt_and_in_the_ledger(page, hostile, store, spied):
    """What scripts write into the page: the receipt, the ledger, the preview of the receipt."""
    for path in ("/s/full34", "/surveys/drft34/preview"):
        look(page, path)
        expect_questions(page)
        for group in page.locator("fieldset[role=radiogroup]").all():
            group.get_by_role("radio").first.check()
        for group in page.locator("fieldset[data-kind=several]").all():
            group.get_by_role("checkbox").first.check()
        for field in page.locator(".number input").all():
            field.fill("3")
        press_send(page)
        if path == "/s/full34":
            expect_saved(page)
        else:
            expect(page.get_by_role("heading", name="Preview of the receipt")).to_be_visible()
        page.wait_for_timeout(100)
    look(page, "/ledger")
    expect(page.get_by_text("ran(0)")).to_be_visible()
    page.goto("/surveys/full36/delete")
    page.get_by_label("Join code").fill("full36")
    page.get_by_role("button", name="Delete").click()
    expect(page.get_by_text("is deleted, with all its responses")).to_contain_text("ran(1)")
    assert spied == []


@pytest.mark.exhaustive
def test_nothing_that_is_refused_runs_where_it_is_shown_again(page, hostile, spied, tmp_path):
    """Forms with faults come back as they were typed, and faults of a file name its fields."""
    pieces = packed(ARMED, LONGEST_INTRODUCTION)
    for piece in pieces:
        page.goto("/surveys/new")
        page.get_by_label("Title").fill(ARMED[3])
        page.get_by_text("Introduction", exact=True).first.click()
        page.get_by_label("Introduction").fill(piece)
        page.get_by_label("Class size").evaluate("field => (field.type = 'text')")
        page.get_by_label("Class size").fill(ARMED[8])
        page.get_by_label("Question", exact=True).fill(piece[:300])
        page.get_by_text("Exact γ").click()
        page.get_by_label("γ of this question").fill(ARMED[8])
        page.get_by_role("button", name="Save").click()
        expect(page.get_by_text("Please give the class size")).to_be_visible()
        page.wait_for_timeout(50)
    keys = "\n".join(f"{json.dumps(each)} = 1" for each in ARMED)
    file = tmp_path / "faulty.toml"
    file.write_text(f"{keys}\n[[questions]]\nkind = {json.dumps(ARMED[0])}\n{keys}\n")
    page.goto("/surveys/new")
    page.get_by_text("Paste a list, or import a file").click()
    page.locator("input[type=file]").set_input_files(file)
    page.locator("form:has(input[type=file]) button:visible").click()
    expect(page.get_by_text("ran(8)").first).to_be_visible()
    page.wait_for_timeout(50)
    assert spied == []


def test_nothing_in_an_address_runs(page, hostile, spied, exhaustive):
    for number, path in enumerate(REFLECTING * (2 if exhaustive else 1)):
        chosen = quote(ARMED[number * 4], safe="")
        look(page, path.replace("{}", chosen))
        assert spied == [], path


@pytest.mark.parametrize("text", payloads.REFUSED)
def test_control_characters_are_refused_in_every_field(text):
    text = f"a{payloads.armed(text)}b"  # within, since blanks around a text are cut off
    good = {"title": "T", "introduction": "I", "questions": [{"text": "Q"}]}
    listed = {"kind": "choice", "text": "Q", "options": ["A", text]}
    for document in (
        good | {"title": text},
        good | {"introduction": text},
        good | {"questions": [{"text": text}]},
        good | {"questions": [listed]},
        good | {"questions": [{"text": "Q", "kind": text}]},
    ):
        with pytest.raises(InstrumentInvalid):
            validate(document)


CONTEXTS = ["<p>{}</p>", '<input value="{}">', "<input value='{}'>", "<title>{}</title>",
            "<textarea>{}</textarea>", "<!-- {} -->", '<script>x = "{}"</script>',
            "<script>x = '{}'</script>"]  # fmt: skip


@pytest.fixture
def careless(app) -> str:
    """A page of the app, with its headers, on which scripts find nothing but their own place."""
    add_route(app, "/careless", lambda: "<!doctype html><title>Careless</title>")
    return "/careless"


@pytest.mark.exhaustive
def test_spy_catches_a_page_that_escapes_nothing(careless, page, spied, request):
    """The control: unescaped, most payloads run, unless the policy blocks them."""
    plain = [CONTEXTS[0].replace("{}", text) for text in ARMED]
    first = payloads.ALL.index(payloads.BREAKING_OUT[0])
    breaking = ARMED[first : first + len(payloads.BREAKING_OUT)]
    contexts = CONTEXTS[1:]
    within = [context.replace("{}", text) for context in contexts for text in breaking]
    page.goto(careless)
    page.evaluate(
        """(documents) => document.body.append(...documents.map((text) =>
          Object.assign(document.createElement("iframe"), { srcdoc: text })))""",
        [*plain, *within],
    )
    # Some frames never end to load: waited for is what they do, however long that takes.
    without = "without" in request.node.name
    deadline = time.monotonic() + MOST_SECONDS
    while len(set(of_kind("ran", spied)) if without else of_kind("blocked", spied)) < 50:
        assert time.monotonic() < deadline, spied
        page.wait_for_timeout(50)
    assert without or of_kind("ran", spied) == []


def of_kind(kind: str, spied: list[tuple[str, str]]) -> list[str]:
    return [what for each, what in spied if each == kind]
