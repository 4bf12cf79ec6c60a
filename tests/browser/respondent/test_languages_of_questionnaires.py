"""A questionnaire in several languages, in a real browser: other words, and nothing else."""

import json

import pytest
from instruments import make_instrument
from playwright.sync_api import Page, expect
from respondent_page import choose, send_button
from tape import put_tape, tape_for
from traces import Observer
from translated import make_italian_instrument, make_translated_instrument

ANSWERS = [1, 2, (1, 0), 17, 3]
REPORTS = [0, 1, 1, 0, 0, 4]


def answer(page: Page) -> None:
    """Gives ANSWERS by the places of the fields, whatever language the page itself speaks."""
    questions = page.locator("#answers fieldset")
    expect(questions).to_have_count(5)
    questions.nth(0).get_by_role("radio").nth(0).check()  # yes stands first
    questions.nth(1).get_by_role("radio").nth(2).check()
    questions.nth(2).get_by_role("checkbox").nth(0).check()
    questions.nth(3).get_by_role("textbox").fill("17")
    questions.nth(4).get_by_role("radio").nth(3).check()
    page.locator("#answers button.primary").click()
    expect(page.locator("#receipt:not([aria-busy])")).to_be_visible()


@pytest.mark.first_cell
@pytest.mark.parametrize(
    ("locale", "query", "title", "question", "option"),
    [("de-CH", "", "Nach der Klausur", "Wessen Notizen?", "Von anderen"),
     ("fr-FR", "?lang=de", "Nach der Klausur", "Wessen Notizen?", "Von anderen"),
     ("ar-EG", "", "بعد الامتحان", "ملاحظات من؟", "ملاحظات صديق"),
     ("nl-NL", "", "After the final", "Whose notes?", "A friend's")],
)  # fmt: skip
def test_questionnaire_and_receipt_are_in_the_language_of_the_reader(
    new_context, publish, store, locale, query, title, question, option
):
    instrument = make_translated_instrument()
    page = new_context(locale=locale).new_page()
    put_tape(page, tape_for(instrument, ANSWERS, REPORTS))
    page.goto(publish(instrument) + query)
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    answer(page)
    line = page.locator("#receipt li").nth(1)
    expect(line).to_contain_text(question)
    expect(line).to_contain_text(option)
    ((_, reports),) = store.responses.all("pub234")
    assert list(reports) == REPORTS


def test_the_words_of_the_original_are_a_fold_away(new_context, publish):
    page = new_context(360, 740, locale="de-DE").new_page()
    path = publish(make_translated_instrument())
    page.goto(path)
    question = page.locator("#answers fieldset").nth(1)
    original = question.get_by_text("Whose notes?")
    expect(original).to_be_hidden()
    question.get_by_text("Original: English").click()
    expect(original).to_be_visible()
    expect(original).to_have_attribute("lang", "en")
    expect(question.get_by_text("A friend's")).to_be_visible()
    page.goto(f"{path}?lang=en")
    expect(page.get_by_role("heading", level=1)).to_have_text("After the final")
    expect(page.get_by_text("Original:")).to_have_count(0)


@pytest.mark.exhaustive
def test_what_is_sent_is_the_same_bytes_in_every_language(new_context, publish):
    """The server, or whoever listens, is not told in which language somebody answered."""
    instrument = make_translated_instrument()
    path = publish(instrument)
    bodies = set()
    for language in instrument.languages:
        page = new_context().new_page()
        put_tape(page, tape_for(instrument, ANSWERS, REPORTS))
        sent = []
        page.on("request", lambda request, sent=sent: sent.append(request.post_data))
        page.goto(f"{path}?lang={language}")
        answer(page)
        bodies.add(tuple(body for body in sent if body))
    ((body,),) = bodies
    assert json.loads(body)["instrument"] == instrument.digest


@pytest.mark.exhaustive
def test_language_changed_after_answering_draws_nothing_anew(new_context, publish, store):
    page = new_context(locale="de").new_page()
    path = publish(make_translated_instrument())
    page.goto(path)
    answer(page)
    page.goto(f"{path}?lang=ar")
    expect(page.locator("#receipt li").nth(1)).to_contain_text("ملاحظات من؟")
    assert store.responses.tally("pub234").responses == 1


@pytest.mark.exhaustive
def test_traces_are_identical_for_all_answers_in_a_translation(new_context, watched, publish):
    italian = make_italian_instrument()
    everything = [[0, 0], [0, 1], [1, 0], [1, 1]]
    worded = italian.worded_in("it")
    observer = Observer(new_context, watched, f"{publish(italian)}?lang=it", worded)
    assert observer.count_leaks(everything, everything) == (0, 16)


@pytest.mark.exhaustive
def test_another_language_asks_before_it_clears_answers(page, publish):
    """They are kept nowhere, and so the page in another language begins empty."""
    asked = []
    accepted = False

    def answer_dialog(dialog):
        asked.append(dialog.message)
        dialog.accept() if accepted else dialog.dismiss()

    page.on("dialog", answer_dialog)
    page.goto(publish(make_instrument("1/4")))
    german, english = (
        page.get_by_role("link", name=name, exact=True) for name in ("Deutsch", "English")
    )
    german.click()
    expect(send_button(page)).to_be_visible()
    english.click()
    choose(page, [1])
    assert asked == []
    german.click()
    assert asked == ["This clears the answers given so far."]
    expect(page.get_by_role("radio", name="Yes")).to_be_checked()
    accepted = True
    german.click()
    expect(send_button(page)).to_be_visible()
    expect(page.locator("#answers :checked")).to_have_count(0)
    page.locator("#answers input").first.check()
    send_button(page).click()
    expect(page.locator("#receipt:not([aria-busy])")).to_be_visible()
    english.click()  # nothing is marked any more
    expect(page.get_by_role("heading", name="Sent.")).to_be_visible()
    assert len(asked) == 2
