"""Linkage as it happened: the governor by hand, and the same elsewhere."""

from survey.lab.attacks.linkage_data import CASES, GOVERNOR
from survey.lab.drawings import Crowd
from survey.lab.lesson import Table
from survey.lab.words import said
from survey.translations.marked import N_


def narrowed() -> Crowd:
    """Those with the governor's birth date; of them the men, and he of his ZIP code, alone."""
    born, men, left = (known.left for known in GOVERNOR[1:])
    return Crowd(
        said(
            N_(
                "The %(born)s voters with the governor's birth date, a dot each. Filled: the men "
                "(%(men)s). Hatched: those of them with another ZIP code (%(others)s). He is left."
            ),
            born=born,
            men=men,
            others=men - left,
        ),
        tuple(place < men for place in range(born)),
        tuple(left <= place < men for place in range(born)),
    )


def by_hand() -> Table:
    """The governor: how many voters were left with each fact."""
    return Table(
        N_(
            "By hand: how many voters were left as more was known of the governor of "
            "Massachusetts. The list cost twenty dollars, and his medical record had the same "
            "three"
        ),
        (N_("Known of him"), N_("Voters left")),
        tuple((known.fact, f"{known.left:,}") for known in GOVERNOR),
        frozenset({len(GOVERNOR) - 1}),
    )


def elsewhere() -> Table:
    """Film ratings, taxi trips and a salary."""
    return Table(
        N_("The same elsewhere"),
        (N_("Released without names"), N_("Joined with"), N_("Found"), N_("Source")),
        tuple((each.released, each.joined, each.found, each.source) for each in CASES),
    )
