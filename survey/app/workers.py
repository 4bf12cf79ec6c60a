"""Ends a process that answers requests when its parent ends, or sends SIGTERM.

It may end at once, without finishing anything: every acknowledged response is on disk, and browsers
send the others again.
"""

import asyncio
import multiprocessing
import os
import signal
import threading
from multiprocessing.process import BaseProcess


def end_with_parent() -> None:
    """Ends this process as soon as its parent has ended, or has sent SIGTERM.

    Kill −9 gives the main process no chance to end its workers; one that outlived it would keep
    answering at the port, and the next start would fail. A forked process begins with its parent's
    handler of SIGTERM, which would only note the signal.
    """
    parent = multiprocessing.parent_process()
    if parent is not None:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        threading.Thread(target=_watch, args=[parent], name="parent", daemon=True).start()


def heed_signals(loop: asyncio.AbstractEventLoop) -> None:
    """Lets SIGTERM end this process until the loop runs, whose handler takes it from then on.

    uvloop forgets a signal that comes after its handler was set and before it runs. The port
    answers by then, so the parent may have been told to stop, and would wait for ever.
    """
    handler = signal.getsignal(signal.SIGTERM)
    signal.signal(signal.SIGTERM, signal.SIG_DFL)
    loop.call_soon(signal.signal, signal.SIGTERM, handler)


def _watch(parent: BaseProcess) -> None:
    parent.join()
    os._exit(1)
