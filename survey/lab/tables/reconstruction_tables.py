"""The tables of a class whose bits are reconstructed, and the bits that come back."""

from fractions import Fraction

from survey.core.mechanism.privacy import HALF
from survey.lab.drawings import Crowd
from survey.lab.experiments import reconstruction_attacks as attacks
from survey.lab.experiments.decoys import share_misled
from survey.lab.experiments.reconstructed_class import GAMMAS, Attacked, exhaustive_rows
from survey.lab.figures import percentage
from survey.lab.lesson import Table, typed
from survey.lab.words import said
from survey.translations.marked import N_

MANY = 100  # sums per person, to compare with the number that is set


def bits_wrong(share: float | Fraction) -> str:
    """A share of the bits, or that it is none."""
    return percentage(share) if share else N_("none")


def class_table(noise: Fraction, queries_each: int, reach: str, found: Attacked) -> Table:
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
                    said(N_("reports, γ = %(gamma)s"), gamma=typed(gamma)),
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
    """More sums overcome fresh noise, but not noise that is chosen against the attack."""
    return Table(
        said(
            N_("Bits wrong by least squares in a large class, noise ±%(noise)s √n, expected"),
            noise=typed(noise),
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
    """All 2^8 subsets: the bound of 4α, and what is reached."""
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


def bits_back(found: Attacked, sums: int) -> tuple[Crowd, ...]:
    """The bits after a quarter and half as many sums as people, and after all `sums`."""
    early = tuple(
        Crowd(
            said(
                N_(
                    "After %(sums)s sums, by the linear program: filled where it says 1 "
                    "(%(ones)s), hatched where it is wrong (%(wrong)s)."
                ),
                sums=number,
                ones=sum(guesses),
                wrong=sum(wrong),
            ),
            guesses,
            wrong,
        )
        for number, guesses, wrong in found.back
    )
    caption = said(
        N_(
            "After %(sums)s sums, by least squares, a dot a person: filled where it says 1 "
            "(%(ones)s), hatched where it is wrong (%(wrong)s), which is the Hamming distance to "
            "the truth."
        ),
        sums=sums,
        ones=sum(found.guesses),
        wrong=sum(found.wrong),
    )
    return (*early, Crowd(caption, found.guesses, found.wrong))
