"""What a number means: suspicion before and after, from one prior of 30 %."""

import re
from fractions import Fraction

import pytest
from babel import Locale

from survey.core.mechanism.privacy import odds, posterior
from survey.text.suspicion import suspicion_after, suspicion_in_words
from survey.text.translator import Translator


@pytest.mark.parametrize(
    ("gammas", "said"),
    [([], "30 → 30%"), (["1/4"], "30 → 56%"), (["1/4"] * 2, "30 → 79%"), (["2/5"], "30 → 79%"),
     (["9/20"], "30 → 89%"), (["1/4"] * 3, "30 → 92%"), (["49/100"], "30 → 98%"),
     (["1/4"] * 6, "30 → 99.68%"), (["1/4"] * 8, "30 → over 99.9%"),
     (["49/100"] * 1000, "30 → over 99.9%")],
)  # fmt: skip
def test_the_change_is_said_as_a_whole_percentage_and_never_as_certain(gammas, said):
    on_one_line = said.replace(" → ", "\N{NO-BREAK SPACE}→\N{NO-BREAK SPACE}")
    assert suspicion_in_words(odds(Fraction(each)) for each in gammas) == on_one_line


def test_several_reports_are_one_after_the_other():
    belief = 0.3
    for gamma in map(Fraction, ("1/10", "1/4", "2/5")):
        belief = posterior(belief, 1, gamma)
    product = [odds(Fraction(each)) for each in ("1/10", "1/4", "2/5")]
    assert float(suspicion_after(product)) == pytest.approx(belief)


def test_figures_alone_are_isolated_and_the_arrow_follows_the_writing():
    """An isolate around words, too, would draw "over" after its figure."""
    arabic = Translator(Locale("ar"))
    for reports, words in ((1, ""), (8, "over ")):
        said = suspicion_in_words([(3, 1)] * reports, arabic)
        figure = "\N{LEFT-TO-RIGHT ISOLATE}[\\d.,]+\\W{0,2}\N{POP DIRECTIONAL ISOLATE}"
        assert re.fullmatch(f"{figure}\xa0←\xa0{words}{figure}", said), ascii(said)
