"""`python -m survey.lab.worker FD`: works lessons out, one after another, beside the server.

Some settings take a second of the processor and more. In a process of its own, and one that gives
way to every other, that keeps no respondent waiting. It is asked and answers over the socket FD,
which only the server holds, and ends with it.
"""

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

LOWEST_PRIORITY = 19

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is the server's, which then hangs up
    os.nice(LOWEST_PRIORITY)
    from survey.lab.catalog import lesson_named  # at that priority, too

    asked = Connection(int(sys.argv[1]))
    with suppress(EOFError, ConnectionError):
        while True:
            name, settings = asked.recv()
            asked.send(lesson_named(name).outcome(settings))
