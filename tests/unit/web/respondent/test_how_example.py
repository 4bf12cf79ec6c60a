"""The example at /how adds up, and its figures are the engine's."""

from survey.core.mechanism.privacy import odds
from survey.web.respondent.how_example import GAMMA, how_example


def test_what_chance_makes_and_what_is_left_add_up():
    example = how_example()
    assert (example.yes + example.no, example.by_chance, example.left) == (40, 10, 20)
    assert (example.left_yes + example.left_no) == example.left
    assert example.left_yes / example.left == example.quantity.estimate
    assert (example.times, 1) == odds(GAMMA) == (3, 1)


def test_the_page_says_the_figures_of_the_engine(respondent):
    page = respondent.get("/how").text
    example = how_example()
    assert f"about {example.text.figure}." in page
    low, high = example.text.written_ends(example.quantity.ends)
    assert (low, high) == ("10%", "63%")  # 4 to 25 of 40
    assert f">{low}</text>" in page and f">{high}</text>" in page
    assert "<math" in page
    assert page.index("A Yes is no proof") < page.index("<math")
