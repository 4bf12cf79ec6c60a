"""The library for notebooks: estimate, relate and randomize columns of data.

A column is a list, a numpy array, or a column of pandas or polars, neither of which is needed.
"""

from survey.core.library.estimates import estimate
from survey.core.library.randomized import randomize
from survey.core.library.relations import crosstab

__all__ = ["crosstab", "estimate", "randomize"]
