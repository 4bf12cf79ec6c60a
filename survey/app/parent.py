"""Ends a worker with the process that started it.

A worker that outlived it would keep answering at the port, and the next start would fail:
kill −9 gives the main process no chance to end its workers.
"""

import multiprocessing
import os
import threading
import time

EVERY_SECONDS = 0.2


def end_with_parent() -> None:
    """Ends this process soon after the one that started it, however that ended.

    It ends at once, without finishing anything: what was acknowledged is on disk, and
    browsers send the rest again.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        threading.Thread(target=_watch, args=[parent.pid], name="parent", daemon=True).start()


def _watch(parent: int) -> None:
    while os.getppid() == parent:
        time.sleep(EVERY_SECONDS)
    os._exit(1)
