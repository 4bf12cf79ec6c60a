"""Measures a pattern on the slowest long texts that can be built from its examples."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

LONGEST = 1_000_000  # characters
# (length, too many seconds of processor time for it): a linear pattern takes a
# thousandth to a tenth of that, a quadratic one ten times as much at the third length.
STEPS = ((22, 0.1), (10_000, 0.1), (30_000, 0.3), (100_000, 1.0), (LONGEST, 3.0))
SIEVE = 300  # characters: enough to show a quadratic pattern, and quick for hundreds of texts
MOST_LONG = 3  # texts that are tried at each length
COMMON = (" ", "\n", "a", "A", "0", "-", ".", ",", "(", "<", '"', "=", "_", "\\")
ENDS = ("", "\0")  # no pattern ends with the second

Use = Callable[[str], object]


@dataclass(frozen=True)
class Pumped:
    """A text of any length: `pump` again and again between `before` and `after`."""

    before: str
    pump: str
    after: str

    def text(self, length: int) -> str:
        return self.before + self.pump * (length // len(self.pump)) + self.after


def pumped(example: str) -> Iterator[Pumped]:
    """The example with each part of it, or a common character, repeated at each of its places."""
    for place in range(len(example) + 1):
        before, after = example[:place], example[place:]
        for pump in dict.fromkeys([*(after[:size] for size in (1, 2, 3) if after), *COMMON]):
            for end in ENDS:
                yield Pumped(before, pump, after + end)
            yield Pumped(before, pump, ENDS[1])


def uses(pattern: re.Pattern, methods: Iterable[str]) -> dict[str, Use]:
    """The code's uses of the pattern, as functions of a text, by the method's name."""
    return {name: _use(pattern, name) for name in methods}


def slow_text(
    use: Use, examples: Sequence[str], steps: Sequence[tuple[int, float]] = STEPS
) -> tuple[Pumped, int, float] | None:
    """(text, length, seconds) of the first use that takes too long; None if none does."""
    short, *longer = steps
    every = [each for example in examples for each in pumped(example)]
    for each in every:  # an exponential pattern would never end on longer texts
        if (took := _seconds(use, each.text(short[0]))) > short[1]:
            return each, short[0], took
    slowest = sorted(every, key=lambda each: -_seconds(use, each.text(SIEVE)))[:MOST_LONG]
    for length, limit in longer:
        for each in slowest:
            if (took := _seconds(use, each.text(length))) > limit:
                return each, length, took
    return None


def _use(pattern: re.Pattern, method: str) -> Use:
    of_bytes = isinstance(pattern.pattern, bytes)
    call = getattr(pattern, method)
    nothing = b"" if of_bytes else ""

    def run(text: str) -> None:
        given = text.encode("latin-1", "replace") if of_bytes else text
        found = call(nothing, given) if method == "sub" else call(given)
        if method == "finditer":
            for _ in found:
                pass

    return run


def _seconds(use: Use, text: str) -> float:
    """The processor time that one use takes."""
    began = time.thread_time()
    use(text)
    return time.thread_time() - began
