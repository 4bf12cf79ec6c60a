"""Public results are rendered once for all readers who see the same."""

import threading
import time

import pytest

from survey.web.http import shared_pages
from survey.web.http.shared_pages import SharedPages
from survey.web.results import public_page, report_list

SURVEY = "/s/bcd234"
PATH = f"{SURVEY}/results"


@pytest.fixture
def rendered(store, mixed_survey, monkeypatch) -> list[str]:
    """The public results that were rendered, or written as JSON."""
    store.surveys.set_sharing(mixed_survey.code, True, 5)
    seen: list[str] = []
    makers = {"render_template": (public_page, report_list), "results_document": (public_page,)}
    for name, modules in makers.items():
        made = getattr(public_page, name)

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


def test_readers_who_come_at_once_wait_for_one_rendering():
    pages, rendered = SharedPages(), []

    def render() -> str:
        time.sleep(0.05)
        rendered.append("page")
        return "page"

    threads = [threading.Thread(target=pages.of, args=("state", render)) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert rendered == ["page"]


def test_the_pages_read_last_are_kept(monkeypatch):
    monkeypatch.setattr(shared_pages, "MOST_KEPT", 25)
    pages, rendered = SharedPages(), []

    def read(state: str) -> str:
        return pages.of(state, lambda: rendered.append(state) or 10 * state)

    for state in "ababcab":
        assert read(state) == 10 * state
    assert rendered == ["a", "b", "c", "a", "b"]


def test_a_page_that_fails_is_rendered_again():
    pages = SharedPages()

    def fail() -> str:
        raise ValueError("no figures")

    with pytest.raises(ValueError, match="no figures"):
        pages.of("state", fail)
    assert pages.of("state", lambda: "page") == "page"


def test_a_page_larger_than_all_is_given_but_not_kept(monkeypatch):
    monkeypatch.setattr(shared_pages, "MOST_KEPT", 25)
    pages = SharedPages()
    assert [pages.of("state", lambda each=each: each * 30) for each in "ab"] == ["a" * 30, "b" * 30]
