"""One result has the same figure, ends and persons wherever it is shown, to the letter.

Every kind of question, in every language of the pages: the slide, the cards of the instructor's and
of the public page, the handout, the card as a file, the JSON and the terminal.
"""

import html
import json
import math
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction

import pytest
from babel import Locale
from instruments import make_mixed_instrument
from page_words import words_of

from survey.cli import main
from survey.core.responses.response import Response
from survey.core.results.results import question_results
from survey.store import State, Survey
from survey.text.question_text import QuestionText
from survey.text.translator import ENGLISH, Translator
from survey.translations.catalogs import INSTRUCTORS, LANGUAGES, languages_of, translations
from survey.web.charts.result_card import FOOT, HERO, OPTIONS_FIGURE
from survey.web.i18n.page_language import PageTranslator
from survey.web.results.cards import OptionRow
from survey.web.running.slides import ResultSlide

# How many of the 40 report each answer: of a choice with three options, by the law of k = 3,
# 20, 12 and 8 are estimates of 56, 29 and 15 per cent.
REPORTS = (
    [0] * 23 + [1] * 17,
    [0] * 20 + [1] * 12 + [2] * 8,
    [0] * 15 + [1] * 25,
    [0] * 24 + [1] * 16,
    [0] * 21 + [1] * 19,
    [0] * 6 + [1] * 4 + [2] * 10 + [3] * 14 + [4] * 6,
)
CLASS_SIZE = 50  # ten did not answer
OWN = tuple(languages_of(INSTRUCTORS))


@dataclass(frozen=True)
class Shown:
    """What a place shows of one question: (figure, ends) of each option, and all of its words."""

    rows: list[tuple[str, str]]
    words: str
    figure: str = ""
    labels: tuple[str, ...] = ()


@pytest.fixture(params=["watched", "waited"])
def survey(request, store) -> Survey:
    """A closed survey with a question of every kind, in a language that no page speaks."""
    instrument = replace(make_mixed_instrument(), language="it", class_size=CLASS_SIZE)
    survey = Survey(
        "bcd234",
        instrument,
        State.OPEN,
        results_public=True,
        hidden_until_closed=request.param == "waited",
    )
    store.surveys.add(survey)
    for number, reports in enumerate(zip(*REPORTS, strict=True)):
        store.responses.add("bcd234", Response(instrument.digest, f"{number:032x}", reports))
    store.surveys.set_state("bcd234", State.CLOSED)
    return store.surveys.get("bcd234")


def translator_of(tag: str) -> Translator:
    return ENGLISH if tag == "en" else PageTranslator(Locale(tag), translations(tag))


@pytest.fixture
def told(store, survey):
    """What ResultText says of every question, by the language."""
    tally = store.responses.tally("bcd234")
    results = question_results(survey.instrument, tally, 0.95, told=survey.told)

    def told(tag: str) -> list[QuestionText]:
        return [QuestionText(each, translator_of(tag), closed=True) for each in results]

    return told


def pairs(page: str, figure: str, ends: str) -> list[tuple[str, str]]:
    """The texts of these two elements, wherever the second follows the first."""
    found = re.findall(rf"<{figure}[^>]*>(.*?)</.*?<{ends}[^>]*>(.*?)</", page, re.DOTALL)
    return [(words_of(one), words_of(other)) for one, other in found]


def band_ends(page: str) -> tuple[str, ...]:
    return tuple(map(html.unescape, re.findall(r'<text class="band-end"[^>]*>(.*?)</text>', page)))


def on_page(page: str, ends: str, split: str) -> Iterator[Shown]:
    """The questions of a page that has a section for each."""
    for part in page.split(split)[1:]:
        front = part.split('class="folds"')[0]
        of_rows = pairs(part, 'strong class="fig', f'span class="{ends}')
        figure = re.search(r'<p class="(?:fig|big hero)[^>]*>(.*?)</p>', front)
        labels = () if of_rows and not figure else band_ends(front)
        yield Shown(of_rows, words_of(front), figure and words_of(figure[1]) or "", labels)


def on_slide(page: str) -> Shown:
    part = page[page.index("data-coin-off") : page.index("data-coin=")]
    figure = re.search(r'<p class="slide-figure"><strong[^>]*>(.*?)</strong>', part)
    rows = pairs(part, 'td class="slide-share', 'td class="slide-ends')
    return Shown(rows, words_of(part), words_of(figure[1]), () if rows else band_ends(part))


def plain(text: str) -> str:
    """The text with every space an ordinary one, as `words_of` gives it."""
    return " ".join(text.split())


def on_card(svg: str) -> Shown:
    """A card as a file, whose text elements tell by their size what they are."""
    lines = [
        (float(size), anchor, html.unescape(text))
        for size, anchor, text in re.findall(
            r'<text [^>]*font-size="([\d.]+)" text-anchor="(\w+)"[^>]*>(.*?)</text>', svg
        )
    ]
    figures = [text for size, _, text in lines if size == OPTIONS_FIGURE]
    ends = [text for size, anchor, text in lines if size == FOOT and anchor == "end"]
    [figure] = [text for size, _, text in lines if size == HERO] or [""]
    title = html.unescape(re.search("<title>(.*?)</title>", svg, re.DOTALL)[1])
    rows = list(zip(figures, ends, strict=True))
    # A band's labels have no size of their own; those of the told interval are bold.
    bold = r'<text fill="[^"]*" font-weight="700" x="[^"]*" y="[^"]*" text-anchor[^>]*>(.*?)<'
    labels = () if rows else tuple(map(html.unescape, re.findall(bold, svg)))
    return Shown(rows, plain(title), figure, labels)


def faults(place: str, shown: Shown, text: QuestionText, with_rows: bool, sentence: str) -> list:
    """Where a place differs from the words of ResultText."""
    found = []
    rows = [(plain(row.figure), plain(row.ends)) for row in text.rows]
    given = [(plain(figure), plain(ends)) for figure, ends in shown.rows]
    if (text.headline is None or with_rows) and given != rows:
        found.append((place, given, rows))
    if plain(sentence) not in shown.words:
        found.append((place, shown.words, sentence))
    if text.headline is not None:
        figure, ends = plain(text.headline.figure), plain(text.headline.ends)
        if not plain(shown.figure).startswith(figure):
            found.append((place, shown.figure, figure))
        # A slide of ratings has a band for each of them, and none for their mean.
        none = not shown.labels and not (place == "slide" and shown.rows)
        if none or any(plain(each) not in ends for each in shown.labels):
            found.append((place, shown.labels, ends))
    return found


def faults_of_pages(client, tag: str, texts: list[QuestionText], own: bool) -> list:
    """Where the pages in this language differ from what ResultText says."""
    asks = {"Accept-Language": tag}
    found = []
    split = '<section class="card result"'
    paths = {"public": "/s/bcd234/results"} | ({"dashboard": "/surveys/bcd234"} if own else {})
    for place, path in paths.items():
        page = client.get(path, headers=asks).text
        for shown, text in zip(on_page(page, "unseen", split), texts, strict=True):
            said = replace(text, surely=False).sentence
            found += faults(place, shown, text, True, said)
    if own:
        page = client.get("/surveys/bcd234/report", headers=asks).text
        sections = on_page(page, "ends", '<section class="reported')
        for shown, text in zip(sections, texts, strict=True):
            found += faults("handout", shown, text, False, replace(text, surely=False).sentence)
    for number, text in enumerate(texts, start=1):
        cards = [f"/s/bcd234/results/{text.result.name}/card"]
        cards += [f"/surveys/bcd234/cards/{text.result.name}"] if own else []
        for path in cards:
            found += faults(path, on_card(client.get(path, headers=asks).text), text, False,
                            text.sentence)  # fmt: skip
        if own:
            path = f"/surveys/bcd234/present?slide={number}&results=shown"
            sections = client.get(path, headers=asks).text.split('class="slide-results"')
            shown = on_slide(sections[number])
            found += faults("slide", shown, text, True, text.largest_range)
            if shown.figure != plain(text.largest.figure):
                found.append(("slide", shown.figure, text.largest.figure))
    return found


@pytest.mark.parametrize("tag", LANGUAGES)
def test_every_place_shows_the_same_figure_ends_and_persons(tag, instructor, told):
    texts = told(tag)
    assert all(text.shown[0].figure for text in texts)
    found = faults_of_pages(instructor, tag, texts, own=tag in OWN)
    assert not found, "\n".join(map(str, found))


def spoken(slide: ResultSlide, row: OptionRow) -> str:
    return row.text.spoken


@pytest.mark.parametrize(
    ("where", "name", "broken"),
    [
        (ResultSlide, "range_of", spoken),  # persons beside per cent
        (OptionRow, "ends", property(lambda row: row.text.spoken)),
        (OptionRow, "figure", property(lambda row: row.text.exact_estimate)),
        (ResultSlide, "range", property(lambda slide: slide.headline.ends)),
    ],
)
def test_a_place_with_words_of_its_own_is_found(where, name, broken, instructor, told, monkeypatch):
    texts = told("en")
    monkeypatch.setattr(where, name, broken)
    assert faults_of_pages(instructor, "en", texts, own=True)


def test_the_option_in_the_lead_is_the_only_one_whose_range_is_wider(told, survey):
    """In its row, on the slide and in the sentence; a note in all of them says why."""
    for text in told("en"):
        if text.headline is None:
            first = text.leading[0]
            assert len(text.leading) == 1
            assert first.quantity.range != first.quantity.interval(survey.told)
            least, most = (round(40 * end) for end in first.quantity.ends)
            assert re.search(rf"; (between {least} and {most}|at least {least})", text.sentence)


@pytest.mark.parametrize(
    ("path", "times"),  # two of the five questions have options and no headline
    [
        ("/surveys/bcd234", 2),
        ("/s/bcd234/results", 2),
        ("/surveys/bcd234/report", 2),
        ("/surveys/bcd234/present?slide=2&results=shown", 2),
        ("/surveys/bcd234/cards/q2", 1),
        ("/s/bcd234/results/q2/card", 1),
        ("/surveys/bcd234/cards/q1", 0),
        ("/surveys/bcd234/cards/q5", 0),
    ],
)
def test_every_place_says_why_the_range_of_the_option_in_the_lead_is_wider(
    path, times, instructor, survey
):
    note = "The option in the lead has a wider range, because it was picked for its lead."
    page = html.unescape(instructor.get(path).text)
    assert plain(re.sub(r"<[^>]*>", " ", page)).count(note) == times


def outwards(ends: list[float]) -> tuple[int, int]:
    low, high = (Fraction(f"{end:.12g}") * 100 for end in ends)
    return math.floor(low), math.ceil(high)


@pytest.mark.parametrize("path", ["/surveys/bcd234/results.json", "/s/bcd234/results.json"])
def test_the_json_has_the_ends_and_the_sentence_of_the_pages(path, instructor, survey, told):
    """An interval under its name is that of each option by itself, so the first one's is wider."""
    questions = json.loads(instructor.get(path).data)["questions"]
    for asked, text in zip(questions, told("en"), strict=True):
        assert asked["sentence"] == text.sentence
        of_shares = asked.get("options") or ([] if "mean" in asked else [asked])
        rows = text.rows or (text.headline,)
        for option, row in zip(of_shares, rows[: len(of_shares)], strict=True):
            estimate = Fraction(f"{100 * option['estimate']:.12g}")
            nearest = min(max(math.floor(estimate + Fraction(1, 2)), 0), 100)
            assert row.figure == f"{nearest}%"
            low, high = outwards(option["intervals"][survey.told])
            said = list(map(int, re.findall(r"-?\d+", row.ends.replace("−", "-"))))
            if row.ends.startswith("at"):
                said = [0, *said] if row.ends.startswith("at most") else [*said, 100]
            if row.quantity.leads:
                assert said[0] <= low and min(high, 100) <= said[1] and said != [low, high]
            else:
                assert said == [max(low, 0), min(high, 100)]


def test_the_terminal_says_the_sentence_of_the_pages_and_why_it_is_wider(
    survey, told, instructor, tmp_path, capsysbinary
):
    reports = tmp_path / "everything.json"
    reports.write_bytes(instructor.get("/surveys/bcd234/results.json").data)
    with pytest.raises(SystemExit) as done:
        main(["estimate", str(reports), "--interval", survey.told])
    printed = capsysbinary.readouterr().out.decode()
    assert done.value.code in (0, None), printed
    lines = [line.strip() for line in printed.splitlines()]
    for text in told("en"):
        if text.result.question.kind.name != "several":
            assert text.sentence in lines
            continue
        for row in text.rows:  # a column an option
            assert any(row.spoken in line for line in lines)
    assert sum("because it was picked for its lead" in line for line in lines) == 2


def test_the_handout_says_what_the_answers_leave_for_the_whole_class(instructor, survey, told):
    """As the folds of both pages do; of a mean nothing is said."""
    handout = words_of(instructor.get("/surveys/bcd234/report").text)
    page = instructor.get("/surveys/bcd234").text
    told_there = [
        json.loads(html.unescape(each))[-1] for each in re.findall(r'data-ranges="(.*?)"', page)
    ]
    assert len(told_there) == 6  # yes/no, three options, two options
    assert [each for each in told_there if each not in handout] == []
    assert handout.count("Whole class: ") == 3
    assert handout.count("hold whatever those who did not answer would say.") == 1
    assert all(each.endswith("of the 50") for each in told_there)
