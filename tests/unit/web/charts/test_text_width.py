"""Lines of an SVG: what fits in any font, and where words of other scripts break."""

import pytest

from survey.web.charts.band import right_to_left, text_width, wrapped

SIZE, WIDTH = 13, 352
LONG = ["a word " * 40, "Unbreakable" * 20, "你在期末考试中作弊了吗？" * 9, "a" * 21 + " b" * 99,
        "هل غششت في الامتحان؟ " * 12]  # fmt: skip


@pytest.mark.parametrize("text", ["", "short", *LONG])
def test_lines_hold_what_fits_and_lose_nothing(text):
    lines = wrapped(text, SIZE, WIDTH)
    assert all(line and text_width(line, SIZE) <= WIDTH for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_words_break_at_spaces():
    assert wrapped("one two three", 10, text_width("one two", 10)) == ["one two", "three"]


def test_chinese_breaks_anywhere_but_before_a_closing_mark():
    """Three of its letters fit, and the third would leave the mark alone on a line."""
    assert wrapped("作弊了吗？没有", 10, 44) == ["作弊了", "吗？没有"]
    assert wrapped("作弊了吗。没有", 10, 43) == ["作弊了吗"[:3], "吗。没有"]


@pytest.mark.parametrize(
    ("text", "rightwards"), [("هل غششت", True), ("12 هل", True), ("Did هل", False), ("12", False)]
)
def test_the_first_letter_gives_the_direction(text, rightwards):
    assert right_to_left(text) is rightwards
