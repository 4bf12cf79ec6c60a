"""The share of yes that is known of a question: a control question, asked like any other."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from survey.core.numerals import exact_share
from survey.errors import ParameterError
from survey.translations.marked import N_

# With a share nearer to 1/2, random answers look like those of people who use the coin.
MOST_STARRED = Fraction(1, 4)
MOST_FROM_OUTSIDE = Fraction(2, 5)
# Slips are printed in packs of the denominator.
LARGEST_PACK = 100
LARGEST_DENOMINATOR = 10_000
LONGEST_SOURCE = 300


@dataclass(frozen=True)
class KnownShare:
    """The known share of yes to a control question: of stars on slips, or of a population.

    Without a `source`, exactly this share of the printed slips bears a star. Otherwise `source`
    says whose share it is, and the class counts as a sample of them; such a share may be 0.
    """

    share: Fraction
    source: str = ""

    @property
    def starred(self) -> bool:
        return not self.source

    def document(self) -> dict[str, Any]:
        source = {"known_source": self.source} if self.source else {}
        return {"known": str(self.share), **source}


def parse_known(text: str, source: str) -> KnownShare:
    """The share in "1/4", "0.25" or "24.7%"; ParameterError with a sentence for any other."""
    share = exact_share(text)
    # A share of 0 is for statements that nobody can affirm, as in anchored designs; of slips it
    # would mean that none bears a star.
    if share is None or share < 0 or (not share and not source):
        raise ParameterError(N_("Write the known share as 1/4 or 0.247."), "known")
    if share.denominator > LARGEST_DENOMINATOR:
        raise ParameterError(N_("Give the known share with four decimals at most."), "known")
    if source and share > MOST_FROM_OUTSIDE:
        raise ParameterError(
            N_(
                "A known share may be %(most)s at most. Near one half, random answers look "
                "like those of people who use the coin.",
                most=MOST_FROM_OUTSIDE,
            ),
            "known",
        )
    if not source and share > MOST_STARRED:
        raise ParameterError(
            N_(
                "At most a quarter of the slips may bear a star. Near one half, random answers "
                "look like those of people who use the coin."
            ),
            "known",
        )
    if not source and share.denominator > LARGEST_PACK:
        raise ParameterError(
            N_(
                "Give the share of slips with a star as one of at most %(most)s, such as 1/5.",
                most=LARGEST_PACK,
            ),
            "known",
        )
    return KnownShare(share, source)
