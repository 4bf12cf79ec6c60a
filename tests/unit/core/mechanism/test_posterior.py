"""What a receipt says that others could conclude, against the channel, in exact fractions."""

from fractions import Fraction

import pytest

from survey.core.mechanism.privacy import GUESS, after_report, channel, odds
from survey.text.translator import ENGLISH

GAMMAS = [Fraction(text) for text in ("1/10", "1/4", "1/3", "2/5", "9/20", "49/100", "1/10000")]


@pytest.mark.parametrize("gamma", GAMMAS)
@pytest.mark.parametrize("options", [2, 3, 10])
def test_it_is_bayes_rule_however_the_others_were_guessed(gamma, options):
    """`share` of what is left goes to one other option, the rest to the last."""
    table = channel(odds(gamma), options)
    for share in (Fraction(0), Fraction(1, 3), Fraction(1)):
        left = 1 - GUESS
        prior = [GUESS, left * share, *[Fraction(0)] * (options - 3), left * (1 - share)]
        prior = prior if options > 2 else [GUESS, left]
        after = prior[0] * table[0][0] / sum(p * table[x][0] for x, p in enumerate(prior))
        assert after_report(odds(gamma), True) == after


@pytest.mark.parametrize("gamma", GAMMAS)
def test_a_no_speaks_of_the_same_yes(gamma):
    (_, yes_after_no), _ = table = channel(odds(gamma), 2)
    no_after_no = table[1][1]
    after = GUESS * yes_after_no / (GUESS * yes_after_no + (1 - GUESS) * no_after_no)
    assert after_report(odds(gamma), False) == after


@pytest.mark.parametrize("gamma", GAMMAS)
def test_no_event_about_a_number_gets_more(gamma):
    """Each number in 0..4 has a chance of its own to be reported as the high end."""
    keep, other = channel(odds(gamma), 2)[0]
    high = [other + (keep - other) * Fraction(v, 4) for v in range(5)]
    for held in high:
        for rest in high:
            after = GUESS * held / (GUESS * held + (1 - GUESS) * rest)
            assert after <= after_report(odds(gamma), True)


def test_the_figures_that_a_quarter_gives():
    three = odds(Fraction(1, 4))
    after = [after_report(three, said) for said in (True, False)]
    assert after == [Fraction(9, 16), Fraction(1, 8)]
    assert [ENGLISH.percent(each) for each in after] == ["56%", "13%"]
