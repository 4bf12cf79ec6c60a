"""The accusation game's figures: known answers, and odds times e^ε at every point of the curve."""

from fractions import Fraction

import pytest

from survey.core.mechanism.privacy import odds
from survey.lab.accusation import BETS, COINS, DECKS, calibration, curve

KNOWN = {
    # γ: once, majority of five, five that agree; 459/512 = (3⁵ + 5·3⁴ + 10·3³) / 4⁵
    Fraction(1, 4): ("3/4", "459/512", "243/244"),
    Fraction(2, 5): ("9/10", "12393/12500", "59049/59050"),
    Fraction(9, 20): ("19/20", "1598147/1600000", "2476099/2476100"),
}


def test_the_coins_have_known_answers():
    found = {each.gamma: (each.once, each.majority, each.alike) for each in COINS}
    assert found == {gamma: tuple(map(Fraction, known)) for gamma, known in KNOWN.items()}


@pytest.mark.parametrize("coin", COINS, ids=lambda coin: str(coin.gamma))
def test_the_curve_multiplies_and_divides_the_odds(coin):
    factor = Fraction(*odds(coin.gamma))
    guilty, innocent, neither = curve(coin.gamma).series
    for (before, up), (same, down) in zip(guilty.points, innocent.points, strict=True):
        prior = Fraction(round(before), 100)
        assert before == same == round(before)
        for found, times in ((up, factor), (down, 1 / factor)):
            assert found == pytest.approx(float(100 * prior * times / (prior * times + 1 - prior)))
    assert neither.points == ((0, 0), (100, 100))


@pytest.mark.parametrize("deck", DECKS, ids=str)
@pytest.mark.parametrize("coin", COINS, ids=lambda coin: str(coin.gamma))
def test_cards_keep_to_the_lines_of_the_odds_whatever_is_bet(coin, deck):
    factor = Fraction(*odds(coin.gamma))
    guilty, innocent, true = calibration(coin.gamma, deck).series
    for line, times in ((guilty, factor), (innocent, 1 / factor)):
        exact = 100 * deck * times / (deck * times + 1 - deck)
        assert [x for x, _ in line.points] == [0, 100]
        assert [y for _, y in line.points] == pytest.approx([float(exact)] * 2)
    assert true.points == ((0, 0), (100, 100))


def test_each_bet_is_counted_in_one_row():
    assert [bet for low, high in BETS for bet in range(low, high + 1)] == list(range(101))
