"""`randomize_array` beside naive floating-point numpy, which no live answer may trust."""

import time
from collections.abc import Callable
from statistics import median

import numpy as np
import pytest

from survey.core.mechanism.vectorized import randomize_array

ANSWERS = np.random.default_rng(1).integers(0, 2, 4_000_000)
RUNS = 7
GENERATOR = np.random.default_rng(2)


def naive(odds: tuple[int, int]) -> np.ndarray:
    kept = GENERATOR.random(ANSWERS.size) < odds[0] / sum(odds)
    return np.where(kept, ANSWERS, 1 - ANSWERS)


def rate(draw: Callable[[], np.ndarray]) -> float:
    """Million reports in a second of processor time."""
    started = time.process_time()
    draw()
    return ANSWERS.size / (time.process_time() - started) / 1e6


@pytest.mark.parametrize("odds", [(3, 2), (3, 1), (9, 1), (3405375, 1594625)])
def test_speed_beside_naive_numpy(odds):
    runs = [
        (rate(lambda: randomize_array(ANSWERS, odds)), rate(lambda: naive(odds)))
        for _ in range(RUNS)
    ]
    exact, floating = (median(each) for each in zip(*runs, strict=True))
    ratio = median(one / other for one, other in runs)
    print(
        f"\nodds {odds[0]}:{odds[1]}: exact {exact:.0f} million reports/s, "
        f"naive {floating:.0f}, ratio {ratio:.2f}",
        end="",
    )
