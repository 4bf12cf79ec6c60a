"""A worker ends with the process that started it.

One that outlived it would answer on and keep the port, so that the next start would be
refused: kill −9 of the main process gives that no chance to end its workers.
"""

import multiprocessing
import os
import threading
import time

EVERY_SECONDS = 0.2


def end_with_parent() -> None:
    """Ends this process soon after the one that started it, however that ended.

    At once and without a word to anybody: what was acknowledged is on disk, and what
    was not is sent again.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=[parent.pid], name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(EVERY_SECONDS)
    os._exit(1)
