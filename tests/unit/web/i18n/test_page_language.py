"""Which language a page speaks, what tells it, and that nothing keeps it."""

import re
from dataclasses import replace
from fractions import Fraction

import pytest
from instruments import make_mixed_instrument, make_wave
from werkzeug.datastructures import MultiDict

from survey.core.instrument.instrument import Instrument
from survey.core.instrument.texts import Wording
from survey.core.responses.response import Response
from survey.store import State, Survey
from survey.text.translator import ENGLISH
from survey.translations.catalogs import LANGUAGES
from survey.web.i18n import page_language
from survey.web.i18n.language_names import language_name
from survey.web.i18n.page_language import LONGEST_TAG, MOST_WISHES, language_for, page_translator

PAGES = ["/", "/join?code=zzz", "/how", "/ledger", "/s/bcd234", "/s/bcd234/coin",
         "/s/bcd234/results", "/s/rpt234/reports", "/s/wav234", "/nowhere"]  # fmt: skip


def respond(store, survey: Survey) -> None:
    store.responses.add(survey.code, Response(survey.instrument.digest, "0" * 32, (1, 0, 1)))


@pytest.fixture
def surveys(store, open_survey):
    store.surveys.set_sharing("bcd234", True, 1)
    respond(store, open_survey)
    listed = Survey("rpt234", open_survey.instrument, State.OPEN)
    store.surveys.add(listed)
    respond(store, listed)
    store.surveys.set_sharing("rpt234", True, 1)
    store.surveys.set_state("rpt234", State.CLOSED)
    store.surveys.add(Survey("wav234", make_wave(make_mixed_instrument()), State.OPEN))


@pytest.mark.parametrize(
    ("accepted", "asked", "spoken"),
    [
        ("", "", "en"),
        ("de", "", "de"),
        ("de-CH", "", "de"),
        ("zh-TW, en;q=0.5", "", "zh"),
        ("zh-Hant-HK", "", "zh"),
        ("ar-EG", "", "ar"),
        ("sw, pl", "", "en"),
        ("sw, fr;q=0.2", "", "fr"),
        ("fr;q=0.3, es;q=0.9", "", "es"),
        ("fr;q=0, de;q=0.1", "", "de"),
        ("*", "", "en"),
        ("de;q=x, fr", "", "fr"),
        ("fr", "de", "de"),
        ("fr", "DE-at", "de"),
        ("fr", "xx", "fr"),
        ("fr", "../../etc", "fr"),
        ("fr", "<script>", "fr"),
        ("", "e", "en"),
    ],
)
def test_language_is_asked_for_or_negotiated(app, accepted, asked, spoken):
    query = MultiDict({"lang": asked})
    headers = {"Accept-Language": accepted}
    with app.test_request_context(query_string=query, headers=headers):
        assert language_for(tuple(LANGUAGES)) == spoken


@pytest.mark.parametrize("wish", ["a-" * 30_000, "de, " * 15_000, "-" * 60_000, ",;=" * 20_000])
def test_wishes_of_any_length_cost_no_work(app, wish, monkeypatch):
    """A tag of 60 kB, taken apart at every link, stopped the server for minutes."""
    taken_apart = []
    match = page_language.match
    monkeypatch.setattr(
        page_language, "match", lambda tag, offered: taken_apart.append(tag) or match(tag, offered)
    )
    client = app.test_client()
    assert client.get("/how", query_string={"lang": wish}).status_code == 200
    assert client.get("/how", headers={"Accept-Language": wish}).status_code == 200
    assert max(map(len, taken_apart)) <= LONGEST_TAG
    assert len(set(taken_apart)) <= MOST_WISHES + 1


@pytest.mark.parametrize(
    ("offered", "accepted", "best"),
    [
        (("fr", "sw"), "sw, fr;q=0.9", "sw"),
        (("fr", "sw"), "de", "fr"),
        (("pt-BR",), "pt", "pt-BR"),
        (("de", "de-CH"), "de-CH", "de-CH"),
        (("de", "de-CH"), "de-AT", "de"),
    ],
)
def test_best_of_what_is_offered(app, offered, accepted, best):
    with app.test_request_context(headers={"Accept-Language": accepted}):
        assert language_for(offered) == best


def carrying(instrument: Instrument, tags: tuple[str, ...]) -> Instrument:
    """The instrument as one that is in these page_language, the first its own."""
    translations = tuple(
        Wording(tag, instrument.title, instrument.introduction, instrument.questions)
        for tag in tags[1:]
    )
    return replace(instrument, language=tags[0] if tags else "", translations=translations)


@pytest.mark.parametrize(
    ("carried", "accepted", "page", "attributes"),
    [
        (("de",), "fr", "de", {}),
        (("de", "fr"), "fr", "fr", {}),
        (("sw",), "fr", "fr", {"lang": "sw", "dir": "ltr"}),
        (("fa",), "de", "de", {"lang": "fa", "dir": "rtl"}),
        (("de-AT",), "en", "de", {"lang": "de-AT", "dir": "ltr"}),
        (("tlh",), "sw", "en", {"lang": "tlh", "dir": "ltr"}),
        ((), "ar", "ar", {"lang": "", "dir": "auto"}),
    ],
)
def test_buttons_follow_the_questionnaire(app, instrument, carried, accepted, page, attributes):
    worded = carrying(instrument, carried)
    with app.test_request_context("/s/bcd234", headers={"Accept-Language": accepted}):
        page_language.speak_for(worded)
        assert page_language.current_tag() == page
        assert page_language.language_attributes(worded) == attributes


def choices(page: str) -> list[tuple[str, str]]:
    """Tag and name of each language that the page offers to be read in."""
    return re.findall(r'<a [^>]*hreflang="([\w-]+)"[^>]*>([^<]*)</a>', page)


def test_a_questionnaire_in_several_languages_is_offered_in_these(respondent, store, instrument):
    store.surveys.add(Survey("sev234", carrying(instrument, ("en", "sw", "fa")), State.OPEN))
    page = respondent.get("/s/sev234/coin?lang=sw", headers={"Accept-Language": "de"}).text
    assert choices(page) == [("en", "English"), ("fa", "فارسی"), ("sw", "Kiswahili")]
    assert re.findall(r'hreflang="(\w+)"[^>]*aria-current="true"', page) == ["sw"]


def test_a_questionnaire_in_one_language_offers_no_other(respondent, store, instrument):
    store.surveys.add(Survey("one234", carrying(instrument, ("de",)), State.OPEN))
    page = respondent.get("/s/one234/coin?lang=fr").text
    assert '<html lang="de">' in page
    assert choices(page) == []


@pytest.mark.parametrize("path", ["results", "reports", "coin"])
def test_every_page_of_a_survey_speaks_its_language_also_to_refuse(
    respondent, store, instrument, path
):
    store.surveys.add(Survey("one234", carrying(instrument, ("de",)), State.OPEN))
    answer = respondent.get(f"/s/one234/{path}", headers={"Accept-Language": "fr"})
    assert answer.status_code == (200 if path == "coin" else 403)
    assert '<html lang="de">' in answer.text


@pytest.mark.parametrize("tag", LANGUAGES)
@pytest.mark.parametrize("path", PAGES)
def test_every_page_says_its_language(respondent, surveys, path, tag):
    answer = respondent.get(path, headers={"Accept-Language": tag})
    assert answer.headers["Content-Language"] == tag
    assert "Accept-Language" in answer.headers["Vary"]
    html = re.search("<html[^>]*>", answer.text)[0]
    assert f'lang="{tag}"' in html
    assert ('dir="rtl"' in html) == (tag == "ar")
    assert "Set-Cookie" not in answer.headers
    (current,) = re.findall(r'<a [^>]*lang="(\w+)"[^>]*aria-current="true"', answer.text)
    assert current == tag
    assert len(re.findall("<a [^>]*hreflang", answer.text)) == len(LANGUAGES)


def test_asked_language_travels_in_links_and_forms(respondent, surveys):
    """In those of the client: tests/browser/respondent/test_shell.py."""
    links = []
    for path in ("bcd234/coin", "bcd234/results", "rpt234/results"):
        page = respondent.get(f"/s/{path}?lang=fr", headers={"Accept-Language": "de"}).text
        links += re.findall(r'href="(/(?!static)[^"]*)"', page)
    kept = {"/", "/how", "/s/bcd234", "/s/rpt234/reports"}
    assert {f"{path}?lang=fr" for path in kept} <= set(links)
    led = respondent.get("/s/bcd234?coin&lang=fr", headers={"Accept-Language": "de"})
    assert led.headers["Location"] == "/s/bcd234/coin?lang=fr"
    assert 'name="lang" value="fr"' in respondent.get("/?lang=fr").text
    moved = respondent.get("/join?code=BCD-234&lang=fr")
    assert moved.headers["Location"] == "/s/bcd234?lang=fr"


def test_what_is_not_asked_for_is_not_in_links(respondent, surveys):
    addresses = [f"/s/bcd234{path}" for path in ("", "/coin", "/results")]
    for address in (*addresses, *(f"{each}?lang=nonsense" for each in addresses)):
        page = respondent.get(address, headers={"Accept-Language": "de"}).text
        assert not re.search(r'href="/[^"]*lang=', page)
        assert "nonsense" not in page.replace("?lang=nonsense", "")


def test_page_of_an_error_repeats_nothing_of_its_address(respondent):
    assert "canary" not in respondent.get("/nowhere?x=canary&confidence=canary").text


def test_wire_and_instrument_have_no_language(respondent, surveys):
    for path in ("/s/bcd234/instrument.json", "/s/bcd234/results.json"):
        answers = [
            respondent.get(path + query, headers={"Accept-Language": tag})
            for tag, query in (("en", ""), ("de", ""), ("ar", "?lang=fr"))
        ]
        assert len({answer.data for answer in answers}) == 1
        assert all("Content-Language" not in answer.headers for answer in answers)
    refused = [
        respondent.post("/s/bcd234/responses", data=b"{}", headers={"Accept-Language": tag},
                        content_type="application/json").get_json()
        for tag in LANGUAGES
    ]  # fmt: skip
    assert all(each == refused[0] for each in refused)


def test_unchanged_results_are_anew_in_another_language(respondent, surveys):
    first = respondent.get("/s/bcd234/results", headers={"Accept-Language": "de"})
    again = {"If-None-Match": first.headers["ETag"]}
    assert (
        respondent.get("/s/bcd234/results", headers=again | {"Accept-Language": "de"}).status_code
        == 304
    )  # noqa: E501
    other = respondent.get("/s/bcd234/results", headers=again | {"Accept-Language": "fr"})
    assert other.status_code == 200


@pytest.mark.parametrize(("tag", "spoken"), [("de-CH", "de"), ("es", "es"), ("ar", "en")])
def test_instructors_pages_speak_the_languages_of_their_catalog(instructor, tag, spoken):
    answer = instructor.get("/settings", headers={"Accept-Language": tag})
    assert f'<html lang="{spoken}">' in answer.text
    assert {"de", "en", "es"} == set(re.findall(r'hreflang="(\w+)"', answer.text))


def test_an_instructor_s_choice_of_a_language_comes_before_the_browser_s(instructor, store):
    (account,) = store.instructors.all()
    store.instructors.save(replace(account, language="es"))
    page = instructor.get("/settings", headers={"Accept-Language": "de"}).text
    assert "<h1>Cuenta</h1>" in page
    assert "<h1>Konto</h1>" in instructor.get("/settings?lang=de").text
    assert '<html lang="de">' in instructor.get("/how", headers={"Accept-Language": "de"}).text


NUMBERS = {
    "en": ("75%", "99.29%", "1,234", "1.10", "about 1.65", "−12.5%"),
    "de": ("75 %", "99,29 %", "1.234", "1,10", "etwa 1,65", "−12,5 %"),
    "fr": ("75 %", "99,29 %", "1 234", "1,10", "environ 1,65", "−12,5 %"),
    "es": ("75 %", "99,29 %", "1.234", "1,10", "aproximadamente 1,65", "−12,5 %"),
    "zh": ("75%", "99.29%", "1,234", "1.10", "约 1.65", "−12.5%"),
    "ar": ("75%", "99.29%", "1,234", "1.10", "نحو 1.65", "−12.5%"),
}


@pytest.mark.parametrize("tag", LANGUAGES)
def test_numbers_are_written_as_the_language_does(app, tag):
    with app.test_request_context("/how", headers={"Accept-Language": tag}):
        written = (
            page_translator().truth_probability(Fraction(1, 4)),
            page_translator().exact_percent(Fraction(9929, 10000)),
            page_translator().whole(1234),
            page_translator().epsilon(1.0986),
            page_translator().odds(Fraction(1225, 10000)),
            page_translator().percent(-0.125, 1),
        )
        plain = [re.sub("[\xa0\u202f]", " ", re.sub("[\u061c\u200e\u200f\u2066\u2069]", "", text))
                 for text in written]  # fmt: skip
        assert tuple(plain) == NUMBERS[tag]
        assert page_translator().percent(None) == "–"


def test_figures_are_isolated_where_writing_runs_from_right_to_left(app):
    """Else a sign would stand on either side of its figure, by what stands before it."""
    with app.test_request_context("/how?lang=ar"):
        for figure in (
            page_translator().percent(0.705, 1),
            page_translator().percent(-0.144, 1),
            page_translator().whole(40),
        ):
            assert re.fullmatch("\u2066.+\u2069", figure)


@pytest.mark.parametrize("gamma", ["1/4", "1/10", "123/1000", "4999/10000", "1/10000"])
def test_english_is_exactly_what_the_core_says(app, gamma):
    gamma = Fraction(gamma)
    with app.test_request_context("/how"):
        for options in (2, 3, 20):
            assert page_translator().truth_probability(gamma, options) == ENGLISH.truth_probability(
                gamma, options
            )
        for reports in (1, 2, 20):
            assert page_translator().odds(gamma, reports) == ENGLISH.odds(gamma, reports)
        for share in (0.0, -0.001, 0.123456, -2.5, 12.0):
            assert page_translator().percent(share, 1) == ENGLISH.percent(share, 1)
            assert page_translator().number(share) == ENGLISH.number(share)


@pytest.mark.parametrize(
    "path", ["", "/present", "/present?slide=1&results=shown", "/report", "/delete",
             "/what-if"],
)  # fmt: skip
def test_own_words_are_marked_on_instructors_pages(instructor, store, instrument, path):
    """In the questionnaire's own language, whatever the browser prefers."""
    spoken = carrying(instrument, ("fa", "de"))
    store.surveys.add(Survey("per234", spoken, State.OPEN))
    for number in range(6):
        store.responses.add("per234", Response(spoken.digest, f"{number:032x}", (1, 0, 1)))
    page = instructor.get(f"/surveys/per234{path}", headers={"Accept-Language": "de"}).text
    body = page.partition("</head>")[2]
    texts = [spoken.title, *(question.text for question in spoken.questions)]
    pieces = [piece for text in texts for piece in re.findall(f"<[^>]*>{re.escape(text)}<", body)]
    assert pieces
    assert [piece for piece in pieces if 'lang="fa" dir="rtl"' not in piece] == []


def test_any_language_of_a_file_has_a_name():
    assert language_name("zh") == "Chinese (中文)"
    assert language_name("zh-Hans") == "Chinese, simplified (简体中文)"
    assert language_name("tlh") == "tlh"
    assert language_name("mhn") == "mhn"  # Babel knows the language, and no name of it


def test_an_address_with_a_slash_behind_it_leads_to_the_page(respondent, open_survey):
    assert respondent.get("/s/BCD234/").headers["Location"] == "/s/bcd234"
    assert respondent.get("/s/nowhere/").status_code == 404
