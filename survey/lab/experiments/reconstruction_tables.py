"""Tables and dots for the reconstruction of a class's bits.

And two proofs as tables: why few random sums suffice, by the lemma of Paley and Zygmund, and why
all 2ⁿ sums do, on eight people.
"""

import math
from fractions import Fraction

from survey.core.mechanism.privacy import HALF
from survey.errors import ParameterError
from survey.lab.drawings import Crowd
from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments.reconstructed_class import GAMMAS, ReconstructedClass, exhaustive_rows
from survey.lab.experiments.reconstruction_attacks import share_misled
from survey.lab.figures import percentage
from survey.lab.lesson import Table
from survey.lab.words import FIGURES, said
from survey.translations.marked import N_

MANY = 100  # sums per person, to compare with the number that is set
LEAST = Fraction(3, 32)  # (1 − θ)²/6 with θ = 1/4
WRONG = (1, 4, 16, 64)
TRUTH = (True, True, True, True, False, False, False, False)
OTHER = (False, False, True, True, True, True, False, False)  # fits the same answers, with α = 1


def bits_wrong(share: float | Fraction) -> str:
    """A share of the bits in words, or that no bit is wrong."""
    return percentage(share) if share else N_("none")


def class_table(noise: Fraction, queries_each: int, reach: str, found: ReconstructedClass) -> Table:
    expected = attacks.expected_share_wrong(float(noise), queries_each)
    return Table(
        N_("Bits wrong in one class of this size (first row: noisy sums, as set above)"),
        (N_("The sums come from"), N_("Least squares"), N_("Expected"), N_("Linear program")),
        (
            (
                said(N_("the bits, fresh noise ±%(reach)s"), reach=reach)
                if noise
                else N_("the bits, exactly"),
                *map(bits_wrong, (found.by_squares, expected, found.by_program)),
            ),
            (
                N_("the bits, noise against it"),
                bits_wrong(found.by_decoy),
                bits_wrong(share_misled(noise)),
                "–",
            ),
            *(
                (
                    said(N_("reports, γ = %(gamma)s"), gamma=FIGURES.setting(gamma)),
                    bits_wrong(wrong),
                    bits_wrong(HALF - gamma),
                    "–",
                )
                for gamma, wrong in zip(GAMMAS, found.from_reports, strict=True)
            ),
        ),
        frozenset({0}),
    )


def kinds_of_noise(noise: Fraction, queries_each: int) -> Table:
    """Wrong bits by kind of noise: more sums overcome fresh noise, but not chosen noise."""
    return Table(
        said(
            N_("Bits wrong by least squares in a large class, noise ±%(noise)s √n, expected"),
            noise=FIGURES.setting(noise),
        ),
        (N_("Sums per person"), N_("Fresh noise on each"), N_("Noise chosen against it")),
        tuple(
            (
                number,
                bits_wrong(attacks.expected_share_wrong(float(noise), number)),
                bits_wrong(share_misled(noise)),
            )
            for number in (queries_each, 10, 30, MANY)
        ),
    )


def all_sums() -> Table:
    """The attack with all 2^8 subsets: the bound of 4α, and the errors that occur."""
    return Table(
        N_("All 256 sums over 8 people: places in which a database that fits can be wrong"),
        (
            N_("Each sum misses by at most"),
            N_("Four times that"),
            N_("Random noise"),
            N_("Worst noise"),
        ),
        exhaustive_rows(),
    )


def bits_back(found: ReconstructedClass, sums: int) -> tuple[Crowd, ...]:
    """The guessed bits after n/4 and n/2 sums for n people, and after all `sums`."""
    early = tuple(
        Crowd(
            said(
                N_(
                    "After %(sums)s sums, by the linear program: filled where it says 1 "
                    "(%(ones)s), crossed where it is wrong (%(wrong)s)."
                ),
                sums=number,
                ones=sum(guesses),
                wrong=sum(wrong),
            ),
            guesses,
            crossed=wrong,
        )
        for number, guesses, wrong in found.back
    )
    caption = said(
        N_(
            "After %(sums)s sums, by least squares, a dot a person: filled where it says 1 "
            "(%(ones)s), crossed where it is wrong (%(wrong)s), which is the Hamming distance to "
            "the truth."
        ),
        sums=sums,
        ones=sum(found.guesses),
        wrong=sum(found.wrong),
    )
    return (*early, Crowd(caption, found.guesses, crossed=found.wrong))


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
    """The table of the chance that one random sum refutes a guess with d wrong places."""
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
    """Eight people, and the places where the other database differs: 2α ones, and 2α zeros."""
    differs = tuple(a != b for a, b in zip(TRUTH, OTHER, strict=True))
    caption = said(
        N_(
            "Why 4α: eight people, filled for 1 (%(ones)s). Crossed: where another database "
            "differs that fits all 256 sums within α = 1 (%(places)s)."
        ),
        ones=sum(TRUTH),
        places=sum(differs),
    )
    return Crowd(caption, TRUTH, crossed=differs)
