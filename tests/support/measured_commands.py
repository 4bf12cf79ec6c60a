"""Runs commands one by one, each in a process of its own, and measures each.

Reads a list of argument lists as JSON from standard input, writes a list of objects as JSON:
exit `code`, output in `said`, processor seconds, and the most megabytes of memory. It loads the
common modules of all commands once, so that it measures only each command's own work.
"""

import json
import os
import resource
import sys
import tempfile

from survey.cli import COMMANDS, command_line, main

SECONDS = 60  # of the processor; then the system ends a command that hangs
BYTES = 8 * 1024**3


def measure(arguments: list[str]) -> dict:
    with tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
            resource.setrlimit(resource.RLIMIT_AS, (BYTES, BYTES))
            for number in (1, 2):
                os.dup2(said.fileno(), number)
            try:
                main(arguments)
            except SystemExit as ended:
                sys.stdout.flush()
                os._exit(ended.code)
        _, status, used = os.wait4(child, 0)
        said.seek(0)
        return {
            "code": os.waitstatus_to_exitcode(status),
            "said": said.read().decode(),
            "seconds": used.ru_utime + used.ru_stime,
            "megabytes": used.ru_maxrss // 1024,
        }


if __name__ == "__main__":
    for name in ("create", "verify", "estimate", "crosstab"):
        assert name in COMMANDS
        command_line.get_command(None, name)
    import openpyxl  # noqa: F401 - loaded by the first workbook that is read

    json.dump([measure(each) for each in json.load(sys.stdin)], sys.stdout)
