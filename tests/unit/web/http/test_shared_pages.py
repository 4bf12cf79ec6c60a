"""Public results are rendered once for all readers who see the same."""

import gzip
import re
import threading
from urllib.parse import parse_qsl

import pytest

from survey.translations.catalogs import LANGUAGES
from survey.web.charts import picture_files
from survey.web.http import shared_pages, throttle
from survey.web.http.shared_pages import SharedPages
from survey.web.results import public_page, report_list

SURVEY = "/s/bcd234"
PATH = f"{SURVEY}/results"


@pytest.fixture
def rendered(store, mixed_survey, monkeypatch) -> list[str]:
    """The public results that were rendered, or written as JSON."""
    store.surveys.set_sharing(mixed_survey.code, True, 5)
    seen: list[str] = []
    makers = {
        "render_template": (public_page, report_list),
        "results_document": (public_page,),
        "card_svg": (picture_files,),
    }
    for name, modules in makers.items():
        made = getattr(modules[0], name)

        def noted(*values, name=name, made=made, **more):
            seen.append(name)
            return made(*values, **more)

        for module in modules:
            monkeypatch.setattr(module, name, noted)
    return seen


def test_readers_of_the_same_results_share_a_rendering(app, rendered):
    for path in (PATH, f"{PATH}.json", f"{SURVEY}/reports"):
        first, second = (app.test_client().get(path) for _ in range(2))
        assert first.status_code == second.status_code == 200
        assert first.data == second.data
        assert first.headers["ETag"] == second.headers["ETag"]
        assert first.content_type == second.content_type
    assert rendered == ["render_template", "results_document", "render_template"]


def test_readers_who_typed_the_code_share_it_too(app, rendered):
    reader = app.test_client()
    with reader.session_transaction() as session:
        session["csrf_token"] = "of a form that was there"
    assert reader.get(PATH).data == app.test_client().get(PATH).data
    assert len(rendered) == 1


@pytest.mark.parametrize("other", ["?confidence=99", "?together=1", "?lang=de"])
def test_readers_of_something_else_do_not(app, rendered, other):
    first, second = (app.test_client().get(PATH + query) for query in ("", other))
    assert first.text != second.text
    assert len(rendered) == 2


def test_reports_whose_ids_begin_otherwise_are_another_page(app, rendered):
    first, second = (app.test_client().get(f"{SURVEY}/reports/{digit}") for digit in "01")
    assert first.text != second.text


def test_an_instructors_page_is_shown_to_no_one_else(app, rendered, instructor):
    for path in (PATH, f"{SURVEY}/reports"):
        own = [instructor.get(path).text for _ in range(2)]
        assert all('name="csrf_token"' in page for page in own)
        assert 'name="csrf_token"' not in app.test_client().get(path).text
    assert len(rendered) == 6


def test_a_notice_is_shown_to_its_reader_alone(app, rendered):
    reader = app.test_client()
    with reader.session_transaction() as session:
        session["_flashes"] = [("message", "You are signed out.")]
    assert "You are signed out." in reader.get(PATH).text
    assert "You are signed out." not in app.test_client().get(PATH).text


def test_results_that_are_public_no_more_are_refused(app, rendered, store):
    assert app.test_client().get(PATH).status_code == 200
    store.surveys.set_sharing("bcd234", False, 5)
    assert app.test_client().get(PATH).status_code == 403


JUNK = ["", "?x=1", "?together=no", "?x=%00&confidence=95&y=", "?lang=xx", "?LANG=de&fbclid=7"]


@pytest.mark.parametrize("path", [PATH, f"{PATH}.json", f"{SURVEY}/reports", f"{PATH}/q1/card"])
def test_junk_in_the_address_makes_no_other_page(app, rendered, path):
    """Nor does it stand in the page."""
    pages = [app.test_client().get(path + junk) for junk in JUNK]
    assert {each.status_code for each in pages} == {200}
    assert len({each.data for each in pages}) == 1
    assert len({each.headers["ETag"] for each in pages}) == 1
    assert len(rendered) == 1


def test_links_to_other_languages_keep_what_the_page_reads(app, rendered):
    page = app.test_client().get(f"{PATH}?confidence=99&x=1&together=1").text
    address = re.findall(r'<a href="([^"]*)" lang="de"', page)[0]
    assert dict(parse_qsl(address.lstrip("?").replace("&amp;", "&"))) == {
        "confidence": "99", "together": "1", "lang": "de"
    }  # fmt: skip


def test_no_page_of_a_question_that_is_not_there_is_rendered(app, rendered):
    assert {app.test_client().get(f"{PATH}/q{n}/card").status_code for n in (0, 99)} == {404}
    assert rendered == []


def asking(app, address: str):
    return lambda path: app.test_client().get(path, environ_base={"REMOTE_ADDR": address})


def test_none_of_a_class_behind_one_address_is_limited(app, rendered):
    """300 students, each of whom reads the results in every language and setting, cards, and the
    reports around their own."""
    ask = asking(app, "192.0.2.7")
    settings = [f"confidence={c}&together={t}" for c in (90, 95, 99) for t in (0, 1)]
    common = [f"{PATH}?lang={tag}&{each}" for tag in LANGUAGES for each in settings]
    common += [f"{PATH}/q{n}/card?lang={tag}" for tag in LANGUAGES for n in range(1, 6)]
    own = [f"{SURVEY}/reports/{number:03x}" for number in range(300)]
    statuses = {ask(path).status_code for path in (*common, *own)}
    statuses |= {ask(common[number % len(common)]).status_code for number in range(300)}
    assert statuses == {200}


def test_who_asks_for_pages_without_end_is_limited_and_no_other(app, rendered, monkeypatch):
    monkeypatch.setattr(throttle, "MOST_RENDERED", 20)
    app.extensions["reading_throttle"] = throttle.reading_throttle()
    greedy, other = asking(app, "192.0.2.7"), asking(app, "198.51.100.3")
    statuses = [greedy(f"{SURVEY}/reports/{number:03x}").status_code for number in range(30)]
    assert statuses == [200] * 20 + [429] * 10
    assert greedy(f"{SURVEY}/reports/001").status_code == 200  # it is there
    assert other(f"{SURVEY}/reports/0ff").status_code == 200
    refused = greedy(PATH)
    assert "Too many different pages of results" in refused.text
    assert int(refused.headers["Retry-After"]) > 0


def test_a_page_is_read_from_one_rendering_compressed_or_not(app, rendered, monkeypatch):
    squeezed = []
    squeeze = shared_pages.gzip.compress
    monkeypatch.setattr(
        shared_pages.gzip, "compress",
        lambda content, **more: squeezed.append(1) or squeeze(content, **more),
    )  # fmt: skip
    plain = app.test_client().get(PATH)
    small = [app.test_client().get(PATH, headers={"Accept-Encoding": "gzip"}) for _ in range(3)]
    assert {gzip.decompress(each.data) for each in small} == {plain.data}
    assert {each.headers["Content-Encoding"] for each in small} == {"gzip"}
    assert "Accept-Encoding" in plain.headers["Vary"]
    assert squeezed == [1]


def read(pages: SharedPages, state: str, render) -> str:
    return gzip.decompress(pages.of(state, render)).decode()


def test_readers_who_come_at_once_wait_for_one_rendering():
    pages, rendered = SharedPages(), []
    everybody = threading.Barrier(8)

    def ask() -> None:
        everybody.wait(60)
        read(pages, "state", lambda: rendered.append("page") or "page")

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rendered == ["page"]


def test_two_pages_are_rendered_at_once_and_what_is_kept_waits_for_neither():
    pages, free = SharedPages(), threading.Event()
    read(pages, "kept", lambda: "kept")
    begun = threading.Semaphore(0)

    def render(state: str) -> str:
        begun.release()
        assert free.wait(60)
        return state

    threads = [
        threading.Thread(target=read, args=(pages, state, lambda state=state: render(state)))
        for state in "abc"
    ]
    for thread in threads:
        thread.start()
    assert begun.acquire(timeout=60) and begun.acquire(timeout=60)
    assert read(pages, "kept", pytest.fail) == "kept"
    assert pages.kept("kept") is not None
    assert not begun.acquire(blocking=False)  # the third waits for its turn
    free.set()
    for thread in threads:
        thread.join()
    assert [read(pages, state, pytest.fail) for state in "abc"] == ["a", "b", "c"]


def test_the_pages_read_last_are_kept(monkeypatch):
    size = len(gzip.compress(b"a" * 10))
    monkeypatch.setattr(shared_pages, "MOST_KEPT", 2 * size + 1)
    pages, rendered = SharedPages(), []

    for state in "ababcab":
        assert read(pages, state, lambda state=state: rendered.append(state) or 10 * state) == (
            10 * state
        )
    assert rendered == ["a", "b", "c", "a", "b"]


def test_a_page_that_nobody_reads_any_more_is_forgotten():
    """As that of a survey that was deleted, in each process."""
    clock = [0.0]
    pages = SharedPages(lambda: clock[0])
    for state in "ab":
        read(pages, state, lambda state=state: state)
    clock[0] += 50
    assert read(pages, "a", pytest.fail) == "a"
    clock[0] += 50
    pages.drop_unread()
    assert pages.kept("b") is None
    assert read(pages, "a", pytest.fail) == "a"


def test_a_page_that_fails_is_rendered_again():
    pages = SharedPages()

    def fail() -> str:
        raise ValueError("no figures")

    with pytest.raises(ValueError, match="no figures"):
        pages.of("state", fail)
    assert read(pages, "state", lambda: "page") == "page"


def test_a_page_larger_than_all_is_given_but_not_kept(monkeypatch):
    monkeypatch.setattr(shared_pages, "MOST_KEPT", 5)
    pages = SharedPages()
    assert [read(pages, "state", lambda each=each: each * 30) for each in "ab"] == [
        "a" * 30, "b" * 30
    ]  # fmt: skip
