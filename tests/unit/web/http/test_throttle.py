"""The throttle: at most ten failures in any fifteen minutes, each browser for itself."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

from survey.errors import SignInThrottled
from survey.web.http import throttle as throttle_module
from survey.web.http.throttle import sign_in_throttle

MINUTE = 60
LIMIT = 10
WINDOW = 15 * MINUTE


@pytest.fixture
def clock():
    return [1000.0]


@pytest.fixture
def throttle(clock):
    return sign_in_throttle(lambda: clock[0])


def fail(throttle, times, key="stranger"):
    for _ in range(times):
        throttle.attempt(key)


def test_limit_is_ten_in_fifteen_minutes():
    assert throttle_module.MOST_FAILURES == LIMIT
    assert throttle_module.WINDOW_SECONDS == WINDOW


def test_eleventh_failure_is_refused_with_the_time_to_wait(throttle, clock):
    fail(throttle, LIMIT)
    clock[0] += 5 * MINUTE
    with pytest.raises(SignInThrottled) as refused:
        throttle.attempt("stranger")
    assert 10 * MINUTE <= refused.value.retry_after <= 10 * MINUTE + 1
    assert "wait 11 minutes" in refused.value.message


def test_waiting_as_long_as_told_is_enough_and_not_much_too_long(throttle, clock):
    """The wait is until the first of the ten is fifteen minutes old."""
    for _ in range(LIMIT):
        throttle.attempt("stranger")
        clock[0] += 12.34
    with pytest.raises(SignInThrottled) as refused:
        throttle.attempt("stranger")
    assert WINDOW - 123.4 <= refused.value.retry_after <= WINDOW - 123.4 + 1
    clock[0] += refused.value.retry_after
    throttle.attempt("stranger")


def test_window_slides(throttle, clock):
    """Ten in any fifteen minutes, and not ten in each quarter of an hour."""
    for _ in range(LIMIT):
        throttle.attempt("stranger")
        clock[0] += MINUTE
    clock[0] = 1000.0 + WINDOW
    throttle.attempt("stranger")  # only the first has left the window
    with pytest.raises(SignInThrottled):
        throttle.attempt("stranger")


def test_refused_attempts_do_not_prolong_the_wait(throttle, clock):
    fail(throttle, LIMIT)
    for _ in range(50):
        clock[0] += WINDOW / 60
        with pytest.raises(SignInThrottled):
            throttle.attempt("stranger")
    clock[0] = 1000.0 + WINDOW
    throttle.attempt("stranger")


def test_success_forgets_the_failures(throttle):
    fail(throttle, LIMIT - 1)
    throttle.attempt("stranger")
    throttle.succeeded("stranger")
    fail(throttle, LIMIT)
    with pytest.raises(SignInThrottled):
        throttle.attempt("stranger")


def test_success_without_failures_is_harmless(throttle):
    throttle.succeeded("never seen")


def test_each_key_counts_for_itself(throttle):
    fail(throttle, LIMIT)
    fail(throttle, LIMIT, "the instructor's device")
    with pytest.raises(SignInThrottled):
        throttle.attempt("the instructor's device")


def test_many_keys_do_not_fill_the_memory(throttle):
    for number in range(throttle_module.MOST_KEYS + 50):
        throttle.attempt(f"key {number}")
    assert len(throttle._failures) == throttle_module.MOST_KEYS


class SlowlyRead(dict):
    """Gives other threads a turn between reading the failures and writing them."""

    def get(self, key, default=None):
        found = super().get(key, default)
        time.sleep(0.001)
        return found


def test_parallel_guesses_stay_within_the_limit(throttle):
    throttle._failures = SlowlyRead()

    def guess(_):
        try:
            throttle.attempt("stranger")
        except SignInThrottled:
            return 0
        return 1

    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(guess, range(200))) == LIMIT
