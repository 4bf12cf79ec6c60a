"""Slows down guessing without locking out those who know the secret."""

import threading
import time
from collections.abc import Callable

from survey.errors import (
    CodeThrottled,
    ReadingThrottled,
    SignInThrottled,
    Throttled,
    TokenThrottled,
)
from survey.translations.marked import N_

MOST_FAILURES = 10
# A class shares one address, and each of 300 students may mistype a token once.
MOST_WRONG_TOKENS = 300
MOST_WRONG_CODES = 300
# Pages that somebody must be the first to read: five of each of 300 students.
MOST_RENDERED = 1500
WINDOW_SECONDS = 15 * 60
MOST_KEYS = 10_000


class Throttle:
    """Allows each key so many failures in any 15 minutes, counted in this process's memory.

    N processes that serve together allow N times as many. `refusal` makes the error from
    the seconds to wait.
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

        Call it before checking the guess, so that parallel guesses stay within the limit.
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
    """The throttle for passwords.

    The key of a browser that has signed in before is its device cookie, so somebody who
    guesses from elsewhere exhausts another key and locks nobody out.

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
    """The throttle for participation tokens, by network address; only wrong ones count.

    A right token is always accepted. Otherwise one student could keep the class,
    which shares an address, from answering. 135 random bits are beyond guessing; the limit
    stops people from learning by many refusals which tokens are spent.
    """

    def refusal(wait: int) -> Throttled:
        return TokenThrottled(
            "Too many wrong tokens have come from this network. "
            f"Please wait {-(-wait // 60)} minutes.",
            wait,
            "token",
        )

    return Throttle(MOST_WRONG_TOKENS, refusal, clock)


def code_throttle(clock: Callable[[], float] = time.monotonic) -> Throttle:
    """The throttle for survey codes that people type, by network address; only wrong ones count.

    Everybody in a large class may mistype once. A right code always opens its survey, so that one
    student cannot keep the class, which shares an address, from it; a link with that code would
    open, too.
    """

    def refusal(wait: int) -> Throttled:
        return CodeThrottled(
            N_(
                "Too many wrong codes have come from this network. Please open the survey by its "
                "link or its QR code."
            ),
            wait,
            "code",
        )

    return Throttle(MOST_WRONG_CODES, refusal, clock)


def reading_throttle(clock: Callable[[], float] = time.monotonic) -> Throttle:
    """The throttle for public pages that are rendered anew, by network address.

    Rendering costs a third of a second; a page that anybody has read before costs nothing and does
    not count. A survey has a few dozen such pages in all languages and settings, and one for each
    beginning of a response's id.
    """

    def refusal(wait: int) -> Throttled:
        return ReadingThrottled(
            N_(
                "Too many different pages of results have been asked for from this network. Please "
                "try again in a few minutes."
            ),
            wait,
        )

    return Throttle(MOST_RENDERED, refusal, clock)
