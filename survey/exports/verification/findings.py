"""The findings of a check."""

from dataclasses import dataclass, field

MOST_TOLD = 20


@dataclass
class Findings:
    """Sentences on faults, on odd things that are no faults, and on unchecked points."""

    faults: list[str] = field(default_factory=list)
    cautions: list[str] = field(default_factory=list)
    unchecked: list[str] = field(default_factory=list)


def first(sentences: list[str]) -> tuple[str, ...]:
    """The first MOST_TOLD sentences, and a line with the number of the others."""
    more = len(sentences) - MOST_TOLD
    return (*sentences[:MOST_TOLD], *([f"… and {more:,} more."] if more > 0 else []))
