"""What others could conclude from one report, in the words of a receipt.

With k options the report is the answer with A/T, and any one other answer gives it with B/T,
T = A + (k−1) B. So whoever held the reported answer for true with a chance g holds it, seeing the
report, with

    g A / (g A + (1 − g) B),

however many options there are and whatever they thought of the others; and the opposite of a yes
or no with A and B changed about. Of anything else about the answer, as of a number between two
ends, this is the most. static/client/posterior.js is its mirror.
"""

from fractions import Fraction

from survey.core.mechanism.randomize import Odds

GUESS = Fraction(30, 100)  # what the page takes somebody to have guessed before


def after_report(odds: Odds, said: bool) -> Fraction:
    """The chance that they give it after a report at odds A/B that `said` it, or its opposite."""
    keep, other = odds
    held, rest = (keep, other) if said else (other, keep)
    weight = GUESS * held
    return weight / (weight + (1 - GUESS) * rest)
