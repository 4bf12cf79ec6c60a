"""Slows down guessing without locking out those who know."""

import threading
import time
from collections.abc import Callable

from survey.errors import SignInThrottled
from survey.errors import Throttled
from survey.errors import TokenThrottled

MOST_FAILURES = 10
# A class shares one address, and each of 300 students may mistype a token once.
MOST_WRONG_TOKENS = 300
WINDOW_SECONDS = 15 * 60
MOST_KEYS = 10_000


class Throttle:
    """At most so many failures in any 15 minutes a key, kept in this process's memory only.

    N processes that serve together let through N times as many.

    `refusal` makes the error from the seconds to wait.
    """

    def __init__(
        self,
        most_failures: int,
        refusal: Callable[[int], Throttled],
        clock: Callable[[], float] = time.monotonic,
    ):
        self._most_failures = most_failures
        self._refusal = refusal
        self._clock = clock
        self._failures: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def attempt(self, key: str) -> None:
        """Counts an attempt as a failure until `succeeded`; raises the refusal beyond the limit.

        Counting before checking keeps parallel guesses within the limit.
        """
        with self._lock:
            now = self._clock()
            recent = [at for at in self._failures.get(key, []) if now - at < WINDOW_SECONDS]
            if len(recent) >= self._most_failures:
                raise self._refusal(int(WINDOW_SECONDS - (now - recent[0])) + 1)
            if key not in self._failures and len(self._failures) >= MOST_KEYS:
                self._failures.pop(next(iter(self._failures)))
            self._failures[key] = [*recent, now]

    def succeeded(self, key: str) -> None:
        """Forgets the failures of this key."""
        with self._lock:
            self._failures.pop(key, None)


def sign_in_throttle(clock: Callable[[], float] = time.monotonic) -> Throttle:
    """For passwords. The key of a browser that has signed in before is its device cookie,
    so whoever guesses from elsewhere exhausts another key and locks nobody out.

    Source: OWASP, "Slow down online guessing attacks with device cookies".
    """

    def refusal(wait: int) -> Throttled:
        return SignInThrottled(
            f"Too many wrong passwords. Please wait {-(-wait // 60)} minutes, "
            "or use the browser in which you signed in before.",
            wait,
        )

    return Throttle(MOST_FAILURES, refusal, clock)


def token_throttle(clock: Callable[[], float] = time.monotonic) -> Throttle:
    """For participation tokens, by network address, and for wrong ones only.

    A right token is always taken: else one student could keep the class, which
    shares an address, from answering. 135 random bits are beyond guessing; what
    the limit stops is learning from many refusals which tokens are spent.
    """

    def refusal(wait: int) -> Throttled:
        return TokenThrottled(
            "Too many wrong tokens have come from this network. "
            f"Please wait {-(-wait // 60)} minutes.",
            wait,
            "token",
        )

    return Throttle(MOST_WRONG_TOKENS, refusal, clock)
