"""Slows down password guessing without locking the instructor out."""

import threading
import time
from collections.abc import Callable

from survey.errors import SignInThrottled

MOST_FAILURES = 10
WINDOW_SECONDS = 15 * 60
MOST_KEYS = 10_000


class Throttle:
    """At most 10 failures in any 15 minutes a key, kept in memory only.

    The key of a browser that has signed in before is its device cookie, so
    whoever guesses from elsewhere exhausts another key and locks nobody out.
    Source: OWASP, "Slow down online guessing attacks with device cookies".
    """

    def __init__(self, clock: Callable[[], float] = time.monotonic):
        self._clock = clock
        self._failures: dict[str, list[float]] = {}
        self._lock = threading.Lock()

    def attempt(self, key: str) -> None:
        """Counts an attempt as a failure until `succeeded`; raises SignInThrottled.

        Counting before checking keeps parallel guesses within the limit.
        """
        with self._lock:
            now = self._clock()
            recent = [at for at in self._failures.get(key, []) if now - at < WINDOW_SECONDS]
            if len(recent) >= MOST_FAILURES:
                wait = int(WINDOW_SECONDS - (now - recent[0])) + 1
                raise SignInThrottled(
                    f"Too many wrong passwords. Please wait {-(-wait // 60)} minutes, "
                    "or use the browser in which you signed in before.",
                    retry_after=wait,
                )
            if key not in self._failures and len(self._failures) >= MOST_KEYS:
                self._failures.pop(next(iter(self._failures)))
            self._failures[key] = [*recent, now]

    def succeeded(self, key: str) -> None:
        """Forgets the failures of this key."""
        with self._lock:
            self._failures.pop(key, None)
