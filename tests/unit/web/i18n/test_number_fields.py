"""A number that a page shows is taken when it is typed there, and read as no other number."""

import re
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path

import pytest
from control_survey import star_instrument
from instruments import make_instrument, make_mixed_instrument

from survey.core.numerals import exact_number, exact_share
from survey.store import State, Survey
from survey.store.models import INSTRUCTOR
from survey.translations.catalogs import INSTRUCTORS, LANGUAGES, languages_of
from survey.web.i18n.number_fields import as_typed, typed_whole
from survey.web.i18n.page_language import page_translator
from survey.web.running import rehearsal

ROOT = Path(__file__).parents[4]
CODE, DRAFT = "num234", "num345"
NEW = {
    "title": "T", "class_size": "30", "save": "",
    "questions-0-text": "How many hours?", "questions-0-kind": "number",
    "questions-0-low": "0", "questions-0-high": "100",
}  # fmt: skip
RATED = {"questions-0-kind": "rating", "questions-0-highest": "5"}
SINGLE = {"questions-0-kind": "yes/no", "questions-0-text": "Star?"}
SOURCE = {**SINGLE, "questions-1-text": "Is it so?", "questions-0-known_source": "births"}


@pytest.fixture(autouse=True)
def surveys(store) -> None:
    store.surveys.add(Survey(CODE, make_mixed_instrument(), State.OPEN))
    store.surveys.add(Survey(DRAFT, make_mixed_instrument()))


@pytest.fixture
def typed_truths(app, monkeypatch) -> list:
    """The shares of each rehearsal that begins."""
    shares: list = []

    def watched(instrument, given, students):
        shares.append(given)
        return []

    monkeypatch.setattr(rehearsal, "simulated_responses", watched)
    return shares


def newest(store):
    return next(each for each in store.surveys.all() if each.code not in {CODE, DRAFT})


def question(store):
    return newest(store).instrument.questions[0]


def plan(page: str) -> str:
    return re.search(r'id="answer">(.*?)</h2>', page)[1]


# Of each field: the form's address, the values beside it, and how the store holds the number.
STORED: dict[str, tuple[str, dict, int | Fraction, Callable]] = {
    "cap": (f"/surveys/{DRAFT}/limits", {"figures": "closed"}, 1500,
            lambda store: store.surveys.get(DRAFT).cap),
    "fewest_responses": (f"/surveys/{CODE}/sharing", {}, 1500,
                         lambda store: store.surveys.get(CODE).fewest_responses),
    "count": (f"/surveys/{CODE}/tokens", {"format": "csv"}, 1500,
              lambda store: store.surveys.token_counts(CODE).issued),
    "largest_epsilon": ("/settings", {"language": ""}, Fraction(33, 10),
                        lambda store: store.instructors.get(INSTRUCTOR).largest_epsilon),
    "class_size": (f"/surveys/{CODE}/group", {"group": "B", "when": "now"}, 1500,
                   lambda store: newest(store).instrument.class_size),
    "class_size ": ("/surveys/new", NEW, 1_000_000,
                    lambda store: newest(store).instrument.class_size),
    "questions-0-low": ("/surveys/new", NEW, -1500, lambda store: question(store).low),
    "questions-0-high": ("/surveys/new", NEW, 1500, lambda store: question(store).high),
    "questions-0-highest": ("/surveys/new", NEW | RATED, 7, lambda store: question(store).high),
    "questions-0-gamma": ("/surveys/new", NEW | SINGLE, Fraction(3, 10),
                          lambda store: question(store).gamma),
    "questions-0-known": ("/surveys/new", NEW | SOURCE, Fraction(247, 1000),
                          lambda store: question(store).known.share),
}  # fmt: skip

# Fields that nothing is stored of: see the tests of each.
SHOWN_ONLY = {"respondents", "margin", "gamma", "seed"}
TRUTHS = re.compile(r"truth-\d+-\d+")


def ways(number: int | Fraction, tag: str) -> list[str]:
    """The number as pages of this language show it, and as people there may type it."""
    whole = isinstance(number, int)
    plain = str(number) if whole else f"{float(number):.10g}"
    comma = plain.replace(".", ",")
    if whole:
        own = f"{number:,}".replace(",", {"en": ","}.get(tag, "."))
        found = [plain, own, f"{number:,}".replace(",", "\u202f")]
    else:
        found = [plain, comma, comma + "0" * (len(comma) == 3), str(number)]
    arabic = plain.translate(str.maketrans("0123456789.", "٠١٢٣٤٥٦٧٨٩٫"))
    wide = plain.translate(str.maketrans("0123456789.-", "０１２３４５６７８９．－"))
    return [*found, arabic, wide, plain.replace("-", "−"), f" {plain}\u200f"]


@pytest.mark.parametrize("tag", languages_of(INSTRUCTORS))
@pytest.mark.parametrize("field", STORED)
def test_each_field_takes_a_number_as_pages_of_its_language_show_it(instructor, store, field, tag):
    path, beside, number, held = STORED[field]
    spoken = {"Accept-Language": tag}
    for typed in ways(number, tag):
        answer = instructor.post(path, {**beside, field.strip(): typed}, headers=spoken)
        assert answer.status_code < 400, typed
        assert held(store) == (number if isinstance(number, int) else pytest.approx(number)), typed
        if path == f"/surveys/{CODE}/tokens":
            store.surveys.withdraw_tokens(CODE)
        elif path not in {"/settings", f"/surveys/{CODE}/sharing", f"/surveys/{DRAFT}/limits"}:
            store.surveys.delete(newest(store).code)


@pytest.mark.parametrize("tag", languages_of(INSTRUCTORS))
@pytest.mark.parametrize("field", STORED)
def test_each_field_refuses_what_may_be_thousands_or_decimals(instructor, store, field, tag):
    path, beside, number, _ = STORED[field]
    foreign = {"en": "1.500"}.get(tag, "1,500")
    wrong = {foreign, "1.5.0", "1,5,0", "1e3", "²", "٢٬٠٠"}
    if not isinstance(number, int):
        wrong |= {"1.500", "1,500"}
    for typed in wrong:
        form = {**beside, field.strip(): typed}
        answer = instructor.post(path, form, headers={"Accept-Language": tag})
        assert answer.status_code == 422, typed
        assert f'value="{typed}"' in answer.text  # to mend
    assert len(store.surveys.all()) == 2


@pytest.mark.parametrize("tag", languages_of(INSTRUCTORS))
def test_the_planner_takes_the_numbers_of_its_page(instructor, tag):
    spoken = {"Accept-Language": tag}

    def planned(**asked: str) -> str:
        page = instructor.get("/plan", query_string=asked, headers=spoken)
        assert page.status_code == 200, asked
        return plan(page.text)

    for number, field, beside in [
        (1500, "respondents", {"gamma": "1/4"}),
        (Fraction(5, 2), "margin", {"gamma": "1/4"}),
        (Fraction(3, 10), "gamma", {"respondents": "300"}),
    ]:
        assert len({planned(**beside, **{field: typed}) for typed in ways(number, tag)}) == 1


@pytest.mark.parametrize("tag", languages_of(INSTRUCTORS))
def test_an_imported_list_takes_the_gamma_of_its_page(instructor, tag):
    for typed in ways(Fraction(3, 10), tag):
        answer = instructor.post(
            "/surveys/new/import",
            {"pasted": "T\n\nIs it so?", "gamma": typed},
            headers={"Accept-Language": tag},
        )
        assert answer.status_code == 200, typed


@pytest.mark.parametrize("tag", languages_of(INSTRUCTORS))
def test_a_rehearsal_takes_the_truth_of_its_page(instructor, typed_truths, tag):
    spoken = {"Accept-Language": tag}
    for typed in ways(Fraction(25, 2), tag):
        answer = instructor.post(f"/surveys/{DRAFT}/rehearse", {"truth-1-1": typed}, headers=spoken)
        assert answer.status_code == 302, typed
        assert typed_truths[-1][0] == [pytest.approx(0.125)], typed
    page = instructor.get(f"/surveys/{DRAFT}", headers=spoken).text
    (shown,) = re.findall(r'name="truth-1-1" value="(.*?)"', page)
    assert shown == {"en": "12.5"}.get(tag, "12,5")
    began = len(typed_truths)
    for wrong in ("12.500", "12,500", "1e1", "12%", "nan", ""):
        refused = instructor.post(f"/surveys/{DRAFT}/rehearse", {"truth-1-1": wrong})
        assert refused.status_code == 422
    assert len(typed_truths) == began


def test_the_list_has_every_number_field_of_the_instructors_pages(instructor, store):
    store.surveys.add(Survey("num456", star_instrument()))
    pages = [
        "/plan", "/settings", "/surveys/new", f"/surveys/{DRAFT}", f"/surveys/{DRAFT}/edit",
        f"/surveys/{DRAFT}/limits", f"/surveys/{DRAFT}/tokens", f"/surveys/{CODE}/settings",
        f"/surveys/{CODE}/group", f"/surveys/{CODE}", "/surveys/num456",
    ]  # fmt: skip
    found = set()
    for page in pages:
        for tag in re.findall(r"<input[^>]*>", instructor.get(page).text):
            name = (re.search(r' name="(.*?)"', tag) or [""] * 2)[1]
            if 'inputmode="' in tag or name.endswith(("gamma", "known", "low", "high")):
                found.add(re.sub(r"questions-\d+", "questions-0", name))
    listed = {field.strip() for field in STORED} | SHOWN_ONLY - {"seed"}
    assert {each for each in found if not TRUTHS.fullmatch(each)} == listed
    assert {"truth-1-1", "truth-4-1"} <= found


def test_no_number_is_read_by_browser_or_forms_library_alone():
    """A browser's number field sends "2.000" as 2, and takes only its own language's signs."""
    pages = [*(ROOT / "templates").rglob("*.html"), *(ROOT / "static").rglob("*.js")]
    number = re.compile(r"""type\s*[=:]\s*["']?number""")
    assert [each for each in pages if number.search(each.read_text(encoding="utf-8"))] == []
    code = [*(ROOT / "survey" / "web").rglob("*.py")]
    fields = re.compile(r"\b(Integer|Decimal|Float)Field\b|type=(int|float)\b")
    assert [each for each in code if fields.search(each.read_text(encoding="utf-8"))] == [
        ROOT / "survey" / "web" / "i18n" / "number_fields.py"
    ]


@pytest.mark.parametrize("tag", LANGUAGES)
def test_what_a_language_writes_it_reads(app, tag):
    with app.test_request_context(f"/?lang={tag}"):
        say = page_translator()
        for number in (0, 7, 999, 1000, 12_345, 1_000_000, -1, -1500, -1_000_000):
            assert typed_whole(say.whole(number)) == number
            assert typed_whole(str(number)) == number
        for number in ("0.25", "3.30", "12.5", "999.9", "-0.5"):
            assert exact_number(say.decimal(float(number), 2)) == Fraction(number)
            assert exact_number(as_typed(number)) == Fraction(number)
        for number in ("1.125", "0.00001", "1e-05", "1e+06"):
            assert exact_number(as_typed(number)) == Fraction(number)
        for share in (Fraction(1, 4), Fraction(247, 1000), Fraction(0), Fraction(1)):
            assert exact_share(say.percent(share, 1)) == share


@pytest.mark.parametrize(("tag", "shown"), [("de", "1.000.000.000"), ("en", "1,000,000,000")])
def test_a_limit_in_a_sentence_is_written_in_the_language_of_the_page(instructor, tag, shown):
    answer = instructor.post(
        "/surveys/new", NEW | {"class_size": "x"}, headers={"Accept-Language": tag}
    )
    assert shown in answer.text
    assert make_instrument("1/4").class_size < 1000
