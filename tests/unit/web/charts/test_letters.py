"""Letters that have come: as many as a room can count, one each or of ten."""

import pytest

from survey.web.charts.letters import MOST, letters_of


@pytest.mark.parametrize(
    "responses, expected, places, come, each",
    [(0, 40, 40, 0, 1), (30, 40, 40, 30, 1), (50, 40, 50, 50, 1), (60, 60, 60, 60, 1),
     (30, 61, 7, 3, 10), (120, 200, 20, 12, 10), (1_000, 10_000, 10, 1, 1_000), (0, 0, 1, 0, 1)],
)  # fmt: skip
def test_a_letter_stands_for_as_few_as_can_be(responses, expected, places, come, each):
    letters = letters_of(responses, expected, 20)
    assert (letters.count, letters.come, letters.each) == (places, come, each)
    assert letters.count <= MOST


def test_letters_fill_their_places_from_the_first():
    letters = letters_of(21, 23, 20)
    assert (letters.width, letters.height) == (800, 80)
    assert letters.places[19:22] == [(760, 0, True), (0, 40, True), (40, 40, False)]
