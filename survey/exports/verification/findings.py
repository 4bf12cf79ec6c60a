"""The findings of a check, as sentences."""

from dataclasses import dataclass, field

MOST_TOLD = 20


@dataclass
class Findings:
    """Faults, cautions and things that were not checked, each a sentence."""

    faults: list[str] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def first(sentences: list[str]) -> tuple[str, ...]:
    """The first MOST_TOLD sentences, and a line with the number of the others."""
    more = len(sentences) - MOST_TOLD
    return (*sentences[:MOST_TOLD], *([f"… and {more:,} more."] if more > 0 else []))
