"""The band: where everything lies, and that its words never overlap."""

from dataclasses import replace
from fractions import Fraction
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from quantities import make_number, make_rating, make_share

from survey.text.result import ResultText
from survey.web.charts.axis import CARD, GLANCE, HERO, PAGE_ROOM, ROW, SLIDE, Room
from survey.web.charts.band import band_of

QUARTER = Fraction(1, 4)
LABELLED = [HERO, CARD, SLIDE]


def band_of_share(
    respondents, yes, told="hoeffding", size=CARD, gamma=QUARTER, confidence=0.95, closed=False
):
    share = make_share(respondents, yes, gamma, confidence, told=told)
    return band_of(ResultText(share, closed=closed), size)


def texts(band):
    return [label.text for label in band.labels]


def overlapping(band) -> list[tuple[str, str]]:
    """The labels that touch each other, and those that reach beyond the narrowest picture."""
    boxes = [(label.text, label.low, label.high) for label in band.labels]
    beyond = [(text, "") for text, left, right in boxes if left < -0.01 or right > 100.01]
    return beyond + [
        (first[0], second[0])
        for first, second in combinations(boxes, 2)
        if first[1] < second[2] and second[1] < first[2]
    ]


@given(
    respondents=st.integers(0, 3000),
    part=st.fractions(0, 1),
    gamma=st.fractions(Fraction(1, 100), Fraction(499, 1000), max_denominator=1000),
    told=st.sampled_from(["hoeffding", "anytime", "class"]),
    confidence=st.sampled_from([0.90, 0.95, 0.99]),
    size=st.sampled_from(LABELLED),
)
def test_no_words_of_a_share_overlap(respondents, part, gamma, told, confidence, size):
    band = band_of_share(respondents, int(part * respondents), told, size, gamma, confidence)
    assert overlapping(band) == []
    assert band.mark is None or band.told is not None
    for drawn in (band.told, band.announced):
        assert drawn is None or 0 <= drawn.low <= drawn.high <= 100


@given(
    respondents=st.integers(0, 3000),
    part=st.fractions(0, 1),
    ends=st.sampled_from([(0, 1), (-40, 40), (0, 1_000_000), (1, 5)]),
    size=st.sampled_from(LABELLED),
)
def test_no_words_of_a_mean_overlap(respondents, part, ends, size):
    yes = int(part * respondents)
    number = make_number(respondents, yes, low=ends[0], high=ends[1], told="anytime")
    rating = make_rating((respondents - yes, 0, 0, yes), QUARTER, told="anytime")
    for mean in (number, rating):
        assert overlapping(band_of(ResultText(mean), size)) == []


def test_the_check_of_overlap_catches_labels_at_one_place():
    band = band_of_share(2000, 800, "anytime")
    touching = tuple(replace(label, low=45, high=55) for label in band.labels)
    assert overlapping(replace(band, labels=touching))
    assert overlapping(replace(band, labels=(replace(band.labels[0], high=101),)))


def test_everything_stands_where_its_share_is():
    # n = 10,000 and γ = 1/4: p̂ = (0.4 − 1/4)/(1/2) = 0.3, and
    # w = sqrt(ln(40)/20000)/(1/2) = 0.02716.
    band = band_of_share(10_000, 4000, "hoeffding")
    assert band.mark == pytest.approx(30, abs=0.06)
    assert band.told.low == pytest.approx(27.284, abs=0.06)
    assert band.told.high == pytest.approx(32.716, abs=0.06)
    assert band.announced == band.told
    assert not band.is_wide
    assert texts(band) == ["100%", "27% to 33%"]  # two would touch on a phone
    assert band.description == "Estimate 30%, 27% to 33%; Hoeffding 27% to 33%"


def test_where_nothing_is_known_there_is_no_mark_but_a_count():
    band = band_of_share(10, 5, "hoeffding")
    assert (band.told, band.mark, band.whole) == (None, None, True)
    assert band.too_few == band.description == "Too few yet: about 20 more"
    assert texts(band)[:2] == ["0%", "100%"]
    assert band_of_share(10, 5, "hoeffding", closed=True).too_few == "Too few to say anything"
    assert band_of_share(0, 0, "hoeffding").announced is None


def test_a_band_cut_at_an_end_of_the_scale_has_no_label_there():
    band = band_of_share(100, 30, "hoeffding")
    assert band.told.low_is_cut
    assert not band.told.high_is_cut
    assert texts(band) == ["0%", "100%", "38%"]


@pytest.mark.parametrize(
    ("reported_yes", "cut", "label"), [(30, (True, False), "35%"), (70, (False, True), "65%")]
)
def test_a_band_that_ends_where_the_scale_does_fades_there_no_more(reported_yes, cut, label):
    band = band_of_share(100, reported_yes, "anytime")
    assert (band.told.low_is_cut, band.told.high_is_cut) == cut
    assert texts(band) == ["0%", "100%", label]


def test_an_end_near_the_scale_s_end_takes_its_place():
    """Where two words would touch, the band's end is said, not the scale's."""
    band = band_of_share(100, 70, "anytime")
    low, high = replace(band, labels=()).told.low, 100
    assert texts(band) == ["0%", "100%", "65%"] and (round(low), high) == (65, 100)
    near = band_of_share(1000, 320, "anytime")
    assert round(near.told.low) < 10
    assert texts(near)[0] == "100%"


def test_a_band_over_most_of_the_scale_is_said_softly():
    assert band_of_share(40, 20, "anytime").is_wide
    assert band_of_share(10, 5, "anytime").is_wide  # nothing is known


def test_where_no_class_is_plausible_there_is_no_band():
    band = band_of_share(400, 0, "anytime")
    assert (band.told, band.mark, band.too_few) == (None, None, "")
    assert not band.whole
    assert band.description == "No class could plausibly have sent these reports"


def test_a_number_has_its_own_scale():
    band = band_of(ResultText(make_number(1000, 500)))
    assert texts(band)[:2] == ["0", "40"]
    assert band.mark == pytest.approx(50, abs=0.06)


def test_a_row_has_no_words():
    band = band_of_share(1000, 500, "hoeffding", ROW)
    assert band.labels == ()
    assert band.announced == band.told
    assert band_of_share(1000, 500, "hoeffding", GLANCE).announced is None


@pytest.mark.parametrize("size", [HERO, CARD, ROW, GLANCE, SLIDE])
def test_everything_lies_within_the_picture(size):
    lowest = size.announced_y if size.announced else size.height
    assert max(lowest, size.words_y if size.labelled else 0) < size.whole_height
    assert PAGE_ROOM.measures(size).whole == f"{size.whole_height:g}em"


@pytest.mark.parametrize(("reported_yes", "ticks"), [(30, 1), (50, 2), (70, 1)])
def test_hoeffding_s_line_has_a_tick_at_each_end_within_the_scale(app, reported_yes, ticks):
    band = band_of_share(100, reported_yes)
    with app.app_context():
        macro = app.jinja_env.get_template("charts/_band.html").make_module
        drawn = str(macro({"page_room": PAGE_ROOM}).band_svg(band, "q1"))
    assert drawn.count('class="band-announced"') == 1 + ticks
    assert drawn.count('width="2" height="0.5em"') == ticks


def test_a_room_turns_places_into_lengths():
    assert (PAGE_ROOM.x(35), PAGE_ROOM.y(1.5)) == ("35%", "1.5em")
    assert (Room(720, 28).x(35), Room(720, 28).y(1.5)) == ("252", "42")
