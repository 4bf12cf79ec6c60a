"""Makes test processes, which share two cores and start hundreds of commands, use little time.

Import it before anything that imports numpy.
"""

import gc
import os
import shutil
import sys
from pathlib import Path

# OpenBLAS would start a thread for each core, which waits by spinning, in each process: that takes
# six times as long when other processes use the cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Lets a process use code that another has compiled, even if the environment forbids to store it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A tenth of the tests' time went into looking for garbage among imported objects.
gc.set_threshold(20_000)

ROOM = 4 * 1024**3  # bytes, for four processes and their databases; a container may have 64 MB


def memory() -> Path | None:
    """A folder in memory, which syncs in no time, if there is one that is large enough."""
    folder = Path("/dev/shm")
    if not folder.is_dir() or shutil.disk_usage(folder).free < ROOM:
        return None
    may_run = not os.statvfs(folder).f_flag & os.ST_NOEXEC  # some tests install the package
    return folder if may_run and os.access(folder, os.W_OK) else None
