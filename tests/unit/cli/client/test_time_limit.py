"""The whole of what waits for another machine has a limit."""

import threading

import pytest

from survey.cli.client.time_limit import within


def test_the_result_or_error_is_that_of_the_work():
    assert within(60, lambda: 3) == 3
    with pytest.raises(ZeroDivisionError):
        within(60, lambda: 1 // 0)


def test_nobody_waits_for_work_that_is_late():
    never = threading.Event()
    with pytest.raises(TimeoutError):
        within(0.05, never.wait)
    never.set()
