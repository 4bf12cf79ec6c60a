"""The dashboard of twenty questions of ten options, beside the previous release's.

python -m pytest tests/benchmarks/test_dashboard.py -s
"""

import os
import statistics
import subprocess
import sys
from pathlib import Path

import first_release

ROUNDS = 7
REQUESTS = Path(__file__).parent / "dashboard_requests.py"


def started(root: Path, folder: Path) -> subprocess.Popen:
    folder.mkdir()
    return subprocess.Popen(
        [sys.executable, str(REQUESTS), str(folder)],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=root,
        env=first_release.environment(root),
    )  # fmt: skip


def test_a_large_dashboard_beside_the_previous_release(previous, tmp_path):
    processes = {
        "this": started(first_release.ROOT, tmp_path / "this"),
        "previous": started(previous, tmp_path / "previous"),
    }
    taken = {name: [] for name in processes}
    for _ in range(ROUNDS):
        for name, process in processes.items():
            process.stdin.write("\n")
            process.stdin.flush()
            taken[name].append(float(process.stdout.readline()))
    for process in processes.values():
        process.communicate(timeout=30)
    medians = {name: statistics.median(values) for name, values in taken.items()}
    print(
        f"\nprocessor a dashboard of 20 × 10: {medians['this']:.1f} ms, previous release "
        f"{medians['previous']:.1f} ms; ratio {medians['this'] / medians['previous']:.2f}, "
        f"medians of {ROUNDS} alternating rounds, load {os.getloadavg()[0]:.1f}"
    )
