"""Noise chosen against the attack: the curator answers as a decoy class would.

Independent noise averages out over many sums. This noise does not, since every answer
points to the same wrong bits. Shapes are those of survey.lab.experiments.reconstruction_attacks.
"""

import math
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from survey.lab.experiments.reconstruction_attacks import Bits


def share_misled(noise: Fraction) -> Fraction:
    """min(1/2, 4c²): the share of the bits that a decoy hides within ±c√n, c = `noise` ≥ 0.

    Over a random subset the sums of two classes that differ in d places, half of them each
    way, differ with standard deviation √d/2. With d = 4c²n this is c√n, so that most sums
    of the decoy are within the bound, however many are asked.
    """
    return min(Fraction(1, 2), 4 * noise**2)


def decoy_of(bits: Bits, noise: Fraction, generator: np.random.Generator) -> Bits:
    """A class that differs in `share_misled` of the places: ones lost in half, gained in half."""
    each_way = math.floor(share_misled(noise) * len(bits) / 2 + Fraction(1, 2))
    decoy = bits.copy()
    for value in (0, 1):
        places = np.flatnonzero(bits == value)
        decoy[generator.permutation(places)[:each_way]] = 1 - value
    return decoy


def decoys_answers(
    subsets: Bits, bits: Bits, noise: Fraction, generator: np.random.Generator
) -> NDArray[np.float64]:
    """The decoy's sums, each clipped to within ±noise·√people of the true one."""
    bound = float(noise) * math.sqrt(len(bits))
    difference = subsets @ (decoy_of(bits, noise, generator) - bits)
    answers: NDArray[np.float64] = subsets @ bits + np.clip(difference, -bound, bound)
    return answers
