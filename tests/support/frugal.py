"""Processes of tests share two cores, and start hundreds of commands: each spares what it can.

Imported before anything that imports numpy.
"""

import os
import sys

# A thread for each core, which waits by spinning, in each process: six times the time where the
# cores are taken anyway.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

# What one process has compiled, the others need not: not even where nothing is to be kept.
sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
