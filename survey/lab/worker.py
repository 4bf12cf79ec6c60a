"""`python -m survey.lab.worker FD`: works lessons out, one after another, beside the server.

Some settings take a second of processor time or more. A process of its own, with the lowest
priority, keeps no respondent waiting. It is asked and answers over the socket FD, whose other end
only the server holds, and ends when the server closes it.
"""

import os
import signal
import sys
from contextlib import suppress
from multiprocessing.connection import Connection

LOWEST_PRIORITY = 19

if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which then hangs up
    os.nice(LOWEST_PRIORITY)
    from survey.lab.catalog import experiment_named  # loaded at that priority, too

    asked = Connection(int(sys.argv[1]))
    with suppress(EOFError, ConnectionError):
        while True:
            name, settings = asked.recv()
            asked.send(experiment_named(name)(**settings))
