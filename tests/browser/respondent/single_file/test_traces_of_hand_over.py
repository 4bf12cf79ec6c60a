"""What is handed over without a network, as a file or as a QR code, is the same for all answers."""

from itertools import product

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect
from single_file import put_changed_file, with_survey
from tape import tape_for
from traces import Observer

from survey.core.responses.links import survey_link
from survey.store import State, Survey

ANSWERS = list(product((0, 1), repeat=2))
QR_CODE = ".qr-of-response"


def with_waits(*response) -> list[int]:
    """The words of the response, and those of the waits before it is sent again."""
    return [*tape_for(*response), *[0] * 20]


@pytest.fixture
def observer_of(new_context, watched, store, address):
    """Sees what a file hands over of its response to a survey, while a second attempt to send it is
    under way: the first fails, and the second is never answered."""
    attempts = []

    def without_network(**options):
        attempts.clear()
        context = new_context(**options)
        context.on("request", lambda asked: asked.method == "POST" and attempts.append(asked))
        context.route("**/responses", lambda route: len(attempts) == 1 and route.abort())
        return context

    def hand_over(page: Page) -> list[str]:
        """The name and the content of the file, and the picture."""
        with page.expect_download() as download:
            page.get_by_role("link", name="Save as a file").click()
        page.get_by_role("button", name="Show as a QR code").click()
        expect(page.get_by_role("img", name="QR code of your reports")).to_be_visible()
        if len(attempts) < 2:
            page.wait_for_event("request", lambda asked: asked.method == "POST")
        page.evaluate("scrollTo(0, 0)")  # clicking scrolls, at its own time
        saved = download.value
        return [saved.suggested_filename, saved.path().read_text(), page.inner_html(QR_CODE)]

    def observer(file: str, instrument) -> Observer:
        store.surveys.add(Survey("trac34", instrument, State.OPEN))
        path = with_survey(file, survey_link(f"{address}/s/trac34", instrument.digest))
        # Two attempts, and no third one.
        return Observer(
            without_network, watched, path, instrument, with_waits, hand_over, long_ms=1_000
        )

    return observer


@pytest.mark.exhaustive
def test_what_is_handed_over_is_identical_for_all_answers(observer_of, file):
    observer = observer_of(file, make_instrument("1/4", "1/3"))
    reports = [(0, 1), (1, 1)]
    assert observer.count_leaks(ANSWERS, reports) == (0, 4 * len(reports))


ANSWER_NOTED = (
    r"const \{ questions, before",
    "globalThis.last = answers[0];\nconst { questions, before",
)
# What a careless edit might hand over beside the response, where nothing else of the page shows it.
LEAKS = {
    "in the file": (r"new Blob\(\[`\$\{line\}", "new Blob([`${line}${globalThis.last}"),
    "in the file's name": (r"deniable-\$\{code\}-", "deniable-${code}-${globalThis.last}-"),
    "in the picture": (r"showCode\(shown, line\)", "showCode(shown, line + globalThis.last)"),
}


@pytest.mark.exhaustive
@pytest.mark.parametrize("control", LEAKS)
def test_leak_of_what_is_handed_over_is_caught(observer_of, tmp_path, control):
    changed = put_changed_file(tmp_path, ANSWER_NOTED, LEAKS[control])
    observer = observer_of(changed, make_instrument("1/4"))
    assert observer.count_leaks([(0,), (1,)], [(1,)]) == (1, 2)
