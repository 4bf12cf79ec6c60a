"""Makes test processes, which share two cores and start hundreds of commands, use little time.

Import it before anything that imports numpy.
"""

import gc
import os
import sys

# OpenBLAS would start a thread for each core, which waits by spinning, in each process: that takes
# six times as long when other processes use the cores.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# Lets a process use what another has compiled, even where the environment forbids to keep it.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

# A tenth of the time of tests went into looking for garbage, among whatever all of them import.
gc.set_threshold(20_000)
