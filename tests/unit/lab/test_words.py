"""What lessons say, and that the languages of the lab say all of it."""

import pickle
import re
from dataclasses import fields, is_dataclass

import pytest
from babel import Locale
from extracted import of_the_lab
from grids import usually

from survey.docs_site.formula_text import in_plain_text, typeset
from survey.lab.catalog import LESSONS, lesson_named
from survey.lab.experiments import group_measures, linkage_join, release_posteriors
from survey.lab.figures import figures_of
from survey.lab.words import FIGURES, NEVER_SPOKEN, Speaker, in_a_row, said
from survey.text.figures import Figures
from survey.text.translator import ENGLISH
from survey.translations.catalogs import LAB, languages_of, translations
from survey.translations.marked import Sentence

GERMAN = {"ε = %(epsilon)s for %(whom)s.": "Für %(whom)s ist ε = %(epsilon)s.", "all": "alle"}
SPEAKER = Speaker(lambda text: GERMAN.get(text, text), Figures(Locale("de")))


def test_a_sentence_is_english_and_said_in_another_language():
    sentence = said("ε = %(epsilon)s for %(whom)s.", epsilon=FIGURES.epsilon(1.0986), whom="all")
    assert sentence == "ε = 1.10 for all."
    assert SPEAKER.text(sentence) == "Für alle ist ε = 1,10."
    assert SPEAKER.text(in_a_row(sentence, "", "all")) == "Für alle ist ε = 1,10. alle"


def test_sentences_and_figures_keep_what_they_are_of_through_the_worker():
    sentence = said("%(n)s of %(share)s", n=12, share=FIGURES.percent(0.5, 1))
    again = pickle.loads(pickle.dumps(sentence))  # noqa: S301 - made here
    assert (again, again.message) == ("12 of 50.0%", "%(n)s of %(share)s")
    assert SPEAKER.text(again) == "12 of 50,0\xa0%"


@pytest.mark.parametrize(
    ("figure", "english", "german"),
    [(FIGURES.short(3.14e-103), "3.14 · 10⁻¹⁰³", "3,14 · 10⁻¹⁰³"),
     (FIGURES.short(1234.4), "1,234", "1.234"), (FIGURES.percent(0.999, 1), "99.9%", "99,9\xa0%"),
     (FIGURES.number(-0.25), "−0.25", "−0,25"), (FIGURES.decimal(12.345, 2), "12.35", "12,35")],
)  # fmt: skip
def test_a_figure_is_written_from_its_number_in_each_language(figure, english, german):
    assert figure == english
    assert SPEAKER.text(figure) == german


def test_names_in_addresses_and_ways_of_drawing_are_never_spoken():
    lesson = lesson_named("sample-size")
    other = Speaker("¡{}".format, ENGLISH)
    spoken = other.spoken(lesson)
    assert spoken.name == lesson.name
    assert [each.name for each in spoken.settings] == [each.name for each in lesson.settings]
    assert spoken.title == f"¡{lesson.title}"
    drawn = other.spoken(lesson.outcome(lesson.initial)).chart.series
    assert {each.drawn for each in drawn} == {"line", "dots"}


def texts_of(thing, within=""):
    """Every text of a lesson or an outcome, and messages in place of filled sentences."""
    if isinstance(thing, Sentence):
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
    outside = re.sub(r"%\(\w+\)s", "", "".join(text.split("$")[::2]))
    return any(a.isalpha() and b.isalpha() for a, b in zip(outside, outside[1:], strict=False))


@pytest.fixture(scope="module")
def marked() -> set:
    return set(of_the_lab())


# People and places of made-up data, authors, and what is the same in all languages.
NAMES = {"Hoeffding", "Chebyshev"}
NAMES |= {voter.name for voter in linkage_join.VOTERS} | {linkage_join.VISITS[10].patient}
NAMES |= {each.source for each in linkage_join.CASES}
NAMES |= {person.name for person in release_posteriors.PEOPLE} | {"Mill", "High"}
NAMES |= {name for first, last, *_ in group_measures.FOUR_ROWS for name in (first, last)}


@pytest.mark.parametrize("lesson", usually(LESSONS[::3], LESSONS), ids=lambda lesson: lesson.name)
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
