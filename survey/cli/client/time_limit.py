"""A limit on the whole time that something may take which waits for other machines."""

import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar

Result = TypeVar("Result")


def within(seconds: float, work: Callable[[], Result]) -> Result:
    """The result of `work`; raises TimeoutError if it takes longer.

    A socket's own timeout begins anew with each byte, and does not bound how long a name is looked
    up. So `work` runs in a thread, which is left behind when it is late.
    """
    outcome: Future[Result] = Future()

    def run() -> None:
        try:
            outcome.set_result(work())
        except BaseException as error:
            outcome.set_exception(error)

    threading.Thread(target=run, name="within", daemon=True).start()
    return outcome.result(seconds)
