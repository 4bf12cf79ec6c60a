"""System calls of running processes that fail, as on a full disk or a failing one, by strace."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import debian

ADVICE = "This test needs strace: install it (Debian: apt-get install strace)."


@contextmanager
def failing(processes: list[int], calls: str, error: str, *files: Path) -> Iterator[None]:
    """Makes these calls, on these files if any are named, fail in the processes for the block."""
    if shutil.which("strace") is None:
        debian.install("strace")
    assert shutil.which("strace"), ADVICE
    each = [part for process in processes for part in ("-p", str(process))]
    only = [part for file in files for part in ("-P", str(file))]
    strace = subprocess.Popen(
        ["strace", "-f", "-qq", "-o", "/dev/null", *each, "-e", f"trace={calls}",
         "-e", f"inject={calls}:error={error}", *only],
        stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    try:
        while not all(_is_traced(process) for process in processes):
            assert strace.poll() is None, strace.stderr.read()
            time.sleep(0.01)
        yield
    finally:
        strace.terminate()
        strace.communicate(timeout=60)


def family(process: int) -> list[int]:
    """The process and all its descendants."""
    found = [process]
    for each in found:
        for listed in Path(f"/proc/{each}/task").glob("*/children"):
            found += map(int, listed.read_text().split())
    return found


def _is_traced(process: int) -> bool:
    """Whether all threads of the process are traced."""
    return all(
        not re.search(r"TracerPid:\t0\n", (task / "status").read_text())
        for task in Path(f"/proc/{process}/task").iterdir()
    )
