"""The library for notebooks: estimate, relate, regress, pool and randomize columns of data.

A column is one of an export that survey.exports.reading.read_export has read, a list, a numpy
array, or a column of pandas or polars, neither of which is needed.
"""

from survey.core.library.estimates import estimate
from survey.core.library.pooled_groups import pool
from survey.core.library.randomized import randomize
from survey.core.library.regressions import regress
from survey.core.library.relations import crosstab

__all__ = ["crosstab", "estimate", "pool", "randomize", "regress"]
