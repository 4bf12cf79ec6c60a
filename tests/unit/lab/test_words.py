"""What lessons say, and that the languages of the lab say all of it."""

import pickle
from dataclasses import fields, is_dataclass

import pytest
from extracted import of_the_lab

from survey.docs_site.typeset import in_plain_text, typeset
from survey.lab.attacks import linkage_data
from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.experiments import release_posteriors, suppression
from survey.lab.figures import figures_of
from survey.lab.words import NEVER_SPOKEN, Said, Speaker, in_a_row, said
from survey.translations.catalogs import LAB, languages_of, translations
from survey.web.i18n.localized_numbers import figures_in

GERMAN = {"ε = %(epsilon)s for %(whom)s.": "Für %(whom)s ist ε = %(epsilon)s.", "all": "alle"}
SPEAKER = Speaker(lambda text: GERMAN.get(text, text), lambda text: text.replace(".", ","))


def test_a_sentence_is_english_and_said_in_another_language():
    sentence = said("ε = %(epsilon)s for %(whom)s.", epsilon="1.10", whom="all")
    assert sentence == "ε = 1.10 for all."
    assert SPEAKER.text(sentence) == "Für alle ist ε = 1,10."
    assert SPEAKER.text(in_a_row(sentence, "", "all")) == "Für alle ist ε = 1,10. alle"


def test_a_sentence_keeps_its_message_through_the_worker():
    sentence = said("%(n)s of them", n=12)
    again = pickle.loads(pickle.dumps(sentence))  # noqa: S301 - made here
    assert (again, again.message, again.values) == ("12 of them", "%(n)s of them", {"n": "12"})


@pytest.mark.parametrize(
    ("text", "spoken"),
    [("±12.5", "±12,5"), ("v. 2.0 of it", "v. 2.0 of it"), ("", ""), ("all", "alle")],
)
def test_figures_alone_are_written_as_the_language_does(text, spoken):
    assert SPEAKER.text(text) == spoken


@pytest.mark.parametrize(
    ("text", "german"),
    [("±12.5", "±12,5"), ("1,500", "1.500"), ("99.9%", "99,9\xa0%"), ("2.5 · 10⁶", "2,5 · 10⁶"),
     ("1990", "1990"), ("−0.25", "−0,25"), ("1.2.3", "1.2.3"), ("x", "x"),
     ("0.5, 0.25", "0,5, 0,25")],
)  # fmt: skip
def test_figures_in_a_text(app, text, german):
    with app.test_request_context("/lab?lang=de"):
        assert figures_in(text) == german
    with app.test_request_context("/lab"):
        assert figures_in(text) == text


def test_names_in_addresses_and_ways_of_drawing_are_never_spoken():
    lesson = lesson_named("sample-size")
    other = Speaker("¡{}".format, str)
    spoken = other.spoken(lesson)
    assert spoken.name == lesson.name
    assert [each.name for each in spoken.settings] == [each.name for each in lesson.settings]
    assert spoken.title == f"¡{lesson.title}"
    drawn = other.spoken(lesson.outcome(lesson.initial)).chart.series
    assert {each.drawn for each in drawn} == {"line", "dots"}


def texts_of(thing, within=""):
    """Every text of a lesson or an outcome, and messages in place of filled sentences."""
    if isinstance(thing, Said):
        yield thing.message
        for value in thing.values.values():
            yield from texts_of(value)
    elif isinstance(thing, str):
        yield thing
    elif isinstance(thing, tuple | list):
        for each in thing:
            yield from texts_of(each)
    elif is_dataclass(thing):
        for field in fields(thing):
            if field.name not in NEVER_SPOKEN | {"source"}:
                yield from texts_of(getattr(thing, field.name))


def wordy(text: str) -> bool:
    """Whether a text has words, that is, two letters in a row outside its formulas."""
    outside = "".join(text.split("$")[::2])
    return any(a.isalpha() and b.isalpha() for a, b in zip(outside, outside[1:], strict=False))


@pytest.fixture(scope="module")
def marked() -> set:
    return set(of_the_lab())


# People and places of made-up data, authors, and what is the same in all languages.
NAMES = {"Hoeffding", "Chebyshev"}
NAMES |= {voter.name for voter in linkage_data.VOTERS} | {linkage_data.VISITS[10].patient}
NAMES |= {each.source for each in linkage_data.CASES}
NAMES |= {person.name for person in release_posteriors.PEOPLE} | {"Mill", "High"}
NAMES |= {name for first, last, *_ in suppression.FOUR_ROWS for name in (first, last)}


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_all_that_a_lesson_says_is_marked_for_translation(lesson, marked):
    """At the first settings, and with each slider at either end."""
    settings = [lesson.initial]
    for slider in lesson.settings:
        settings += [lesson.initial | {slider.name: slider.values[end]} for end in (0, -1)]
    said = list(texts_of(lesson))
    for each in settings:
        outcome = lesson.outcome(each)
        said += texts_of(outcome)
        said += texts_of(figures_of(outcome.chart))
    assert {text for text in said if wordy(text)} - marked - NAMES == set()


@pytest.mark.parametrize("tag", [tag for tag in languages_of(LAB) if tag != "en"])
@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_formulas_are_drawn_and_read_in_each_language(lesson, tag):
    gettext = translations(tag, LAB).gettext
    for line in [*lesson.formula, *map(gettext, lesson.formula)]:
        assert "\\" not in typeset(line)
        assert "style" not in typeset(line)
        assert "\\" not in in_plain_text(line)
        assert in_plain_text(line).strip()
