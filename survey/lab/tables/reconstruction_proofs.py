"""Why few random sums suffice: the lemma of Paley and Zygmund; why 2ⁿ sums do, on eight people."""

import math
from fractions import Fraction

from survey.errors import ParameterError
from survey.lab.drawings import Crowd
from survey.lab.figures import percentage
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.translations.marked import N_

LEAST = Fraction(3, 32)  # (1 − θ)²/6 with θ = 1/4
WRONG = (1, 4, 16, 64)
TRUTH = (True, True, True, True, False, False, False, False)
OTHER = (False, False, True, True, True, True, False, False)  # fits the same answers, with α = 1


def noticed(lost: int, gained: int) -> Fraction:
    """P(|X| ≥ √d/4): a random sum over the people differs by X between two databases.

    They differ in d = lost + gained places, d ≥ 1; X is Bin(lost, 1/2) − Bin(gained, 1/2), so that
    X + gained is Bin(d, 1/2). With W = X − E X, E W² = d/4 and E W⁴ ≤ 3(E W²)², the lemma gives
    P(W² ≥ θ E W²) ≥ (1 − θ)²/3; W is symmetric, so that in half of these cases |X| ≥ |W|.
    With θ = 1/4 that is at least `LEAST`. R. E. A. C. Paley, A. Zygmund, On some series of
    functions (3), Proceedings of the Cambridge Philosophical Society 28 (1932).
    """
    places = lost + gained
    if places < 1:
        raise ParameterError("Two databases that are the same cannot be told apart.")
    cases = (k for k in range(places + 1) if 16 * (k - gained) ** 2 >= places)
    return Fraction(sum(math.comb(places, k) for k in cases), 2**places)


def notice_table() -> Table:
    """How likely one random sum gives a guess away whose d places are wrong, in the worst case."""
    return Table(
        said(
            N_(
                "How likely one random sum gives a wrong guess away, by missing by √d/4 or more; "
                "never below %(least)s, so that a few sums a person give away all guesses at once"
            ),
            least=percentage(LEAST),
        ),
        (N_("Bits wrong, d"), N_("All one way"), N_("Worst case")),
        tuple(
            (
                wrong,
                percentage(noticed(wrong, 0)),
                percentage(min(noticed(wrong - gained, gained) for gained in range(wrong + 1))),
            )
            for wrong in WRONG
        ),
    )


def proof_table() -> Table:
    """The two sums that the proof of 4α looks at, for α = 1."""
    rows: list[tuple[str | int, ...]] = []
    for name, mine, theirs in (
        (N_("where only the truth has ones"), TRUTH, OTHER),
        (N_("where only the other has ones"), OTHER, TRUTH),
    ):
        places = [a and not b for a, b in zip(mine, theirs, strict=True)]
        sums = [sum(p and x for p, x in zip(places, of, strict=True)) for of in (TRUTH, OTHER)]
        rows.append((name, *sums, f"{sum(sums) / 2:g}", f"{abs(sums[0] - sums[1])} ≤ 2α"))
    return Table(
        N_(
            "Why 4α, in two steps (α = 1): both fit one answer within α, so that their sums are "
            "at most 2α apart; over these people they are as far apart as there are people"
        ),
        (N_("Sum over the people"), N_("Truth"), N_("Other"), N_("Answer"), N_("Apart")),
        tuple(rows),
    )


def proof_crowd() -> Crowd:
    """Eight people, and where the other database differs: 2α ones, and 2α zeros."""
    differs = tuple(a != b for a, b in zip(TRUTH, OTHER, strict=True))
    caption = said(
        N_(
            "Why 4α: eight people, filled for 1 (%(ones)s). Hatched: where another database "
            "differs that fits all 256 sums within α = 1 (%(places)s)."
        ),
        ones=sum(TRUTH),
        places=sum(differs),
    )
    return Crowd(caption, TRUTH, differs)
